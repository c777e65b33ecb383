/** The rights of a caller to see the candidates for an item. */
import type { LootPolicyView } from '@guildhall/contracts/loot-policy.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, text } from '../../core/db/statement.ts';
import { seesProof } from '../../membership/characters/raider-ref.ts';
import { abilityFor, organizationAccess } from '../../membership/rights/organization.access.ts';
import { readLootPolicy } from '../policy/loot-policy.ts';
import { hidesWishes, seesWishesOfOthers } from '../wishes/wish.access.ts';

const BRANCH = query({ gameVersion: text(GameVersion.options) })`
  select coalesce(game_version, 'retail') as "gameVersion" from organization where id = $1`;

export type SeenCouncil = {
  organizationId: string;
  viewerId: string;
  policy: LootPolicyView;
  gameVersion: GameVersion;
  /** Attendance of others is for officers. */
  seesAttendance: boolean;
  seesPoints: boolean;
  seesProof: boolean;
};

/** Throws NOT_FOUND, and FORBIDDEN for those who do not see the wishes of others. */
export async function seenCouncil(sql: Sql, actor: Actor, ref: string): Promise<SeenCouncil> {
  const access = await organizationAccess(sql, actor, ref);
  const { organizationId } = access;
  const ability = abilityFor(actor, access);
  const policy = await readLootPolicy(sql, organizationId);
  if (!seesWishesOfOthers(actor, access, policy.wishesSeenBy)) throw hidesWishes(policy.wishesSeenBy);
  const { gameVersion } = await sql.one(BRANCH, [organizationId]);
  const seesAttendance = ability.can('read', 'OfficerData') || ability.can('update', 'Loot');
  const seesPoints = ability.can('read', 'Roster') || ability.can('update', 'Loot');
  return {
    ...{ organizationId, viewerId: actor.userId, policy, gameVersion, seesAttendance, seesPoints },
    seesProof: seesProof(actor, access),
  };
}
