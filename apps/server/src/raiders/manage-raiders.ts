/** Officers keep the raiders of their organization: who they are, and which characters are theirs. */
import type {
  AddRaiderCharacterInput,
  AddRaiderInput,
  ChangeRaiderInput,
  MergeRaiderInput,
  RaiderMovedView,
  RaiderView,
  SplitRaiderInput,
  UndoRaiderChangeInput,
} from '@guildhall/contracts/raider.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../core/actor.ts';
import { now } from '../core/db/columns.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict, notFound } from '../core/errors.ts';
import { given } from '../core/given.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import {
  lockRaiders,
  mergeRaiders,
  NOTHING_MOVED,
  recordRaiderChange,
  splitRaider,
} from '../membership/characters/move-raiders.ts';
import { publishAnswersOf } from '../membership/characters/publish-answers.ts';
import { Raider, RaiderChange, RaiderCharacter } from '../membership/characters/raider.entity.ts';
import { undoRaiderChange } from '../membership/characters/undo-raider-change.ts';
import { lockedAccessTo, organizationAccess } from '../membership/rights/organization.access.ts';
import { addCharacter, addRaider, findRaider, noRaider, publishRaidersChanged } from './raider.access.ts';
import { readRaider } from './raiders.queries.ts';

const ORGANIZATION = query({ organizationId: 'uuid' })`
  select organization_id as "organizationId" from raider where id = $1`;

type Work<T extends RaiderView | RaiderMovedView> = (
  tx: UnitOfWork,
  organizationId: string,
  raider: Raider,
) => Promise<T>;

/** Changes a raider of an organization whose roster the caller manages, or also another one, whose lock is taken in its turn. */
function changeRaider<T extends RaiderView | RaiderMovedView>(
  ctx: AppContext,
  actor: Actor,
  id: string,
  work: Work<T>,
  otherId = id,
): Promise<T> {
  return ctx.transact(async (tx) => {
    const place = await tx.sql.maybe(ORGANIZATION, [id]);
    if (!place) throw noRaider();
    const { organizationId } = place;
    await organizationAccess(tx.sql, actor, organizationId, noRaider);
    await lockedAccessTo(tx.sql, actor, organizationId, 'update', 'Roster');
    if (otherId !== id) await lockRaiders(tx.sql, [id, otherId]);
    const raider = await findRaider(tx, organizationId, id);
    const result = await work(tx, organizationId, raider);
    publishRaidersChanged(tx, organizationId);
    const other = 'other' in result ? (result.other?.id ?? otherId) : otherId;
    await publishAnswersOf(tx, [id, other]);
    return result;
  });
}

export async function createRaider(ctx: AppContext, actor: Actor, input: AddRaiderInput): Promise<RaiderView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, input.id, 'update', 'Roster');
    const { name, kind, note = null, rosterEntryId } = input;
    const { id } = await addRaider(tx, organizationId, { name, kind, note });
    if (rosterEntryId !== undefined) await addCharacter(tx, organizationId, id, { rosterEntryId, main: true });
    publishRaidersChanged(tx, organizationId);
    return readRaider(sql, organizationId, await lastOf(sql, organizationId, id, rosterEntryId));
  });
}

const HOLDER = query({ id: 'uuid' })`
  select r.id from raider r where r.organization_id = $1 and r.id = $2 and r.merged_into_id is null
  union all
  select f.raider_id from raider_family f where f.organization_id = $1 and f.roster_entry_id = $3 limit 1`;

/** A raider who got a proved character belongs to its owner, or was taken in by the owner's raider. */
const lastOf = async (sql: Sql, organizationId: string, id: string, entryId: string | undefined): Promise<string> =>
  (await sql.maybe(HOLDER, [organizationId, id, entryId ?? null]))?.id ?? id;

const UNMAIN = statement`update raider_character set is_main = false where raider_id = $1 and is_main and id <> $2`;

export function updateRaider(ctx: AppContext, actor: Actor, input: ChangeRaiderInput): Promise<RaiderView> {
  return changeRaider(ctx, actor, input.id, async ({ sql, em }, organizationId, raider) => {
    const { name, kind, note, archived, mainId } = input;
    if (name !== undefined && raider.user) throw hasAccount();
    em.assign(raider, given({ name, kind, note }));
    if (archived !== undefined && archived !== (raider.archivedAt !== null))
      raider.archivedAt = archived ? now() : null;
    if (mainId !== undefined) {
      const main = await em.findOne(RaiderCharacter, { id: mainId, raider });
      if (!main) throw noCharacter();
      await sql.run(UNMAIN, [raider.id, mainId]);
      main.isMain = true;
    }
    return readRaider(sql, organizationId, raider.id);
  });
}

const hasAccount = () => conflict('raider_has_account', 'This raider has an account, so it is theirs to change.');
const noCharacter = () => notFound('character_not_found', 'This raider has no such character without a proven owner.');

export function addRaiderCharacter(
  ctx: AppContext,
  actor: Actor,
  { id, ...named }: AddRaiderCharacterInput,
): Promise<RaiderView> {
  return changeRaider(ctx, actor, id, async (tx, organizationId, raider) => {
    await addCharacter(tx, organizationId, raider.id, named);
    return readRaider(tx.sql, organizationId, await lastOf(tx.sql, organizationId, raider.id, named.rosterEntryId));
  });
}

/** Both raiders become one: the one with an account, or else the one that is named first. */
export function mergeRaider(ctx: AppContext, actor: Actor, input: MergeRaiderInput): Promise<RaiderMovedView> {
  const work: Work<RaiderMovedView> = async (tx, organizationId, raider) => {
    const other = await findRaider(tx, organizationId, input.raiderId);
    if (other.id === raider.id || (other.user && raider.user)) {
      throw conflict(
        'raiders_of_two_people',
        'Both raiders have an account, so they stay two. Choose one without an account.',
      );
    }
    const [from, into] = other.user ? [raider, other] : [other, raider];
    const changeId = await mergeRaiders(tx, from, into, { by: actor.userId, cause: 'officer' });
    return { raider: await readRaider(tx.sql, organizationId, into.id), other: null, changeId };
  };
  return changeRaider(ctx, actor, input.id, work, input.raiderId);
}

const OWN_CHARACTERS = query({ id: 'uuid', name: 'text' })`
  select id, name from raider_character where raider_id = $1 and id = any($2::uuid[]) order by is_main desc, created_at, id`;

/** Characters become a raider of their own, with the answers that name them. */
export function splitCharacters(ctx: AppContext, actor: Actor, input: SplitRaiderInput): Promise<RaiderMovedView> {
  return changeRaider(ctx, actor, input.id, async (tx, organizationId, raider) => {
    const { sql } = tx;
    const ids = [...new Set(input.characterIds)];
    const characters = await sql.many(OWN_CHARACTERS, [raider.id, ids]);
    const [first] = characters;
    if (!first || characters.length < ids.length) throw noCharacter();
    const other = await addRaider(tx, organizationId, { kind: raider.kind, name: first.name });
    const changeId = await splitRaider(tx, raider, other, ids, { by: actor.userId, cause: 'officer' });
    return {
      raider: await readRaider(sql, organizationId, raider.id),
      other: await readRaider(sql, organizationId, other.id),
      changeId,
    };
  });
}

/** Frees a name under which a person without an account answers on Discord. Their answers stay. */
export function releaseRaider(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<RaiderMovedView> {
  return changeRaider(ctx, actor, id, async ({ sql, em }, organizationId, raider) => {
    const { discordKey = null } = raider;
    raider.discordKey = null;
    const made = { kind: 'release', source: raider, target: null, by: actor.userId, cause: 'officer' } as const;
    const changeId = recordRaiderChange(em, made, { ...NOTHING_MOVED, discordKey });
    return { raider: await readRaider(sql, organizationId, raider.id), other: null, changeId };
  });
}

/** Throws NOT_FOUND after 30 days, CONFLICT when it has been undone. */
export async function undoChange(
  ctx: AppContext,
  actor: Actor,
  input: UndoRaiderChangeInput,
): Promise<RaiderMovedView> {
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, input.id, 'update', 'Roster');
    const change = await em.findOne(
      RaiderChange,
      { id: input.changeId, organization: organizationId, at: { $gt: now('-30 days') } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!change) {
      throw notFound('raider_change_not_found', 'There is no such change. Changes can be undone for 30 days.');
    }
    const { source: had, target } = change;
    await lockRaiders(sql, target ? [had.id, target.id] : [had.id]);
    const source = await em.findOneOrFail(Raider, had.id);
    if (target) await em.findOneOrFail(Raider, target.id);
    await undoRaiderChange(tx, change);
    publishRaidersChanged(tx, organizationId);
    await publishAnswersOf(tx, [had.id, target?.id ?? had.id]);
    return { raider: await readRaider(sql, organizationId, source.id), other: null, changeId: change.id };
  });
}
