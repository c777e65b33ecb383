/** The raider whose wishes a caller asks for, and what the caller may do with them. */

import { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { RaiderRef } from '@guildhall/contracts/raider.ts';
import { WishesSeenBy } from '@guildhall/contracts/wish.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, text } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { RaiderColumn, raiderRef, seesProof } from '../../membership/characters/raider-ref.ts';
import {
  abilityFor,
  lacksPermission,
  logManaged,
  type OrganizationAccess,
  organizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { findRaider, noRaider } from '../../raiders/raider.access.ts';
import { readLootPolicy } from '../policy/loot-policy.ts';

const PLACE = query({
  raider: RaiderColumn,
  organizationId: 'uuid',
  userId: 'uuid?',
  gameVersion: text(GameVersion.options).orNull,
  seenBy: text(WishesSeenBy.options),
})`
  select ${raiderRef('true')} as raider, r.organization_id as "organizationId", r.user_id as "userId",
    o.game_version as "gameVersion", coalesce(p.wish_audience, 'officers') as "seenBy"
  from raider r join organization o on o.id = r.organization_id left join person u on u.id = r.user_id
  left join loot_policy p on p.organization_id = o.id
  where r.id = $1 and r.merged_into_id is null`;

export type Wisher = {
  id: string;
  raider: RaiderRef;
  organizationId: string;
  userId: string | null;
  gameVersion: GameVersion;
  seenBy: WishesSeenBy;
  access: OrganizationAccess;
  mine: boolean;
  mayChange: boolean;
};

/** Throws NOT_FOUND, and FORBIDDEN for a caller who may not see the wishes of this raider. */
export async function seenWisher(sql: Sql, actor: Actor, raiderId: string): Promise<Wisher> {
  const place = await sql.maybe(PLACE, [raiderId]);
  if (!place) throw noRaider();
  const access = await organizationAccess(sql, actor, place.organizationId, noRaider);
  const ability = abilityFor(actor, access);
  const mine = place.userId === actor.userId && access.isMember;
  const mayChange = mine || ability.can('update', 'Loot');
  const maySee = mine || seesWishesOfOthers(actor, access, place.seenBy);
  if (!maySee) throw hidesWishes(place.seenBy);
  const raider = { ...place.raider, notProven: place.raider.notProven && seesProof(actor, access) };
  return {
    ...{ ...place, raider, gameVersion: place.gameVersion ?? 'retail' },
    ...{ id: raider.id, access, mine, mayChange },
  };
}

export function seesWishesOfOthers(actor: Actor, access: OrganizationAccess, seenBy: WishesSeenBy): boolean {
  const ability = abilityFor(actor, access);
  if (ability.can('update', 'Loot') || ability.can('read', 'OfficerData')) return true;
  return seenBy === 'everybody' && ability.can('read', 'Roster');
}

/** The people to whom an organization shows the wishes of others. */
export const readSeenBy = async (sql: Sql, organizationId: string): Promise<WishesSeenBy> =>
  (await readLootPolicy(sql, organizationId)).wishesSeenBy;

/** The refusal of those who do not see them. */
export const hidesWishes = (seenBy: WishesSeenBy) =>
  lacksPermission(seenBy === 'everybody' ? 'canViewRoster' : 'canViewOfficerData');

/** Throws what `seenWisher` throws, and CONFLICT for an archived organization. */
export async function changeableWisher(sql: Sql, actor: Actor, raiderId: string): Promise<Wisher> {
  const wisher = await seenWisher(sql, actor, raiderId);
  if (!wisher.mayChange) throw forbidden('These are the wishes of another raider. They and officers change them.');
  refuseArchived(wisher.access);
  return wisher;
}

/** The same, with the raider locked: until the transaction ends no other one changes their wishes. */
export async function lockedWisher(tx: UnitOfWork, actor: Actor, raiderId: string): Promise<Wisher> {
  const seen = await changeableWisher(tx.sql, actor, raiderId);
  await findRaider(tx, seen.organizationId, raiderId);
  await logManaged(tx.sql, actor, seen.access);
  return changeableWisher(tx.sql, actor, raiderId);
}

/** Announces it to the raider, and to those who see the wishes. */
export function publishWishes({ changed }: UnitOfWork, { id, organizationId, userId, seenBy }: Wisher): void {
  const audience = seenBy === 'everybody' ? 'roster' : 'officers';
  changed({ type: 'wish.changed', organizationId, subjectId: id, audience, personId: userId });
}
