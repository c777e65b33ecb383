import { paginationOf } from '@guildhall/contracts/page.ts';
import type {
  DecideTransferInput,
  TransferListInput,
  TransferListView,
  TransferView,
} from '@guildhall/contracts/roster.ts';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf, statement, text } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import {
  followTransfers,
  IS_LISTED,
  lockClaims,
  TOLD_APART,
  UNDECIDED_FOR,
} from '../../membership/characters/claims.ts';
import { joinCharacters, joinCharactersOf } from '../../membership/characters/join-characters.ts';
import { changeableRoster } from '../../membership/rights/organization.access.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { rosterEntries } from './roster.queries.ts';
import { TransferCandidate } from './transfer-candidate.entity.ts';

const TransferRow = columns({
  id: 'uuid',
  createdAt: 'instant',
  status: text(['pending', 'rejected', 'confirmed']),
  leaverId: 'uuid',
  joinerId: 'uuid',
});
type TransferRow = RowOf<typeof TransferRow>;

const COLUMNS = `t.id, coalesce(t.decision, 'pending') as status, t.created_at as "createdAt", t.leaver_id as "leaverId", t.joiner_id as "joinerId"`;

/** A leaver who has come back under the old identity settles the question. */
const PENDING = `
  from transfer_candidate t join roster_entry leaver on leaver.id = t.leaver_id and leaver.left_at is not null
  where t.organization_id = any($1::uuid[]) and t.decision is null`;

const COUNT = query({ organizationId: 'uuid', count: 'int' })`
  select t.organization_id as "organizationId", count(*)::int as count ${PENDING} group by t.organization_id`;
const PAGE = query(TransferRow)`select ${COLUMNS} ${PENDING} order by t.created_at desc, t.id desc limit $2 offset $3`;

/** Lists the transfers that await an officer's decision, latest first. */
export async function listTransfers(
  ctx: AppContext,
  organizationId: string,
  { page, pageSize }: Omit<TransferListInput, 'id'>,
): Promise<TransferListView> {
  const [[pending], rows] = await Promise.all([
    countTransfers(ctx.sql, [organizationId]),
    ctx.sql.many(PAGE, [[organizationId], pageSize, (page - 1) * pageSize]),
  ]);
  const transfers = await presentTransfers(ctx, rows);
  return { transfers, pagination: paginationOf(page, pageSize, pending?.count ?? 0) };
}

/** Leaves out guilds without any. */
export const countTransfers = (sql: Sql, organizationIds: string[]) => sql.many(COUNT, [organizationIds]);

const FIND = query(TransferRow)`select ${COLUMNS} from transfer_candidate t where t.organization_id = $1 and t.id = $2`;

/**
 * The joiner inherits the leaver's history. A character has one predecessor and one successor, so this also settles the
 * other candidates of both, including the reverse pair; candidates that led to the leaver now lead to the joiner.
 */
const JOIN = statement`
  with history as (
    update roster_event set entry_id = $2 where entry_id = $1
  ), joiner as (
    update roster_entry j set joined_at = least(j.joined_at, l.joined_at), present_since = coalesce(j.present_since, j.joined_at),
      last_login_at = coalesce(j.last_login_at, l.last_login_at)
    from roster_entry l where j.id = $2 and l.id = $1
  ), leaver as (
    update roster_entry set transferred_to_id = $2 where id = $1
  ), rejected as (
    update transfer_candidate set decision = 'rejected', decided_by_id = $3, decided_at = now()
    where decision is null and (leaver_id = $1 or joiner_id = $2 or leaver_id = $2 and joiner_id = $1)
  ), passed_on as (
    update transfer_candidate t set joiner_id = $2 where joiner_id = $1 and leaver_id <> $2 and decision is null
      and not exists (select from transfer_candidate o where o.leaver_id = t.leaver_id and o.joiner_id = $2)
  )
  insert into roster_event (organization_id, entry_id, kind, before, after)
  select l.organization_id, $2, 'transferred', concat_ws(', ', l.realm_slug, l.faction),
    concat_ws(', ', j.realm_slug, j.faction)
  from roster_entry l, roster_entry j where l.id = $1 and j.id = $2`;

/** Records an officer's decision whether a leaver and a joiner are one character. Throws CONFLICT if decided. */
export async function decideTransfer(ctx: AppContext, actor: Actor, input: DecideTransferInput): Promise<TransferView> {
  const decided = await ctx.transact(async (tx) => {
    const { em, sql } = tx;
    await lockClaims(sql);
    const organizationId = await changeableRoster(sql, actor, input.id, 'update');
    const transfer = await sql.maybe(FIND, [organizationId, input.transferId]);
    if (!transfer) throw noSuchTransfer();
    const { id, leaverId, joinerId } = transfer;
    const status = input.decision === 'confirm' ? 'confirmed' : 'rejected';
    const candidate = await em.findOneOrFail(TransferCandidate, id, { populate: ['leaver'] });
    if (candidate.decision !== null || candidate.leaver.leftAt === null) {
      throw conflict('already_decided', 'This transfer has already been decided.');
    }
    em.assign(candidate, { decision: status, decidedBy: actor.userId, decidedAt: now() });
    if (status === 'confirmed') await joinTransferred(tx, leaverId, joinerId, actor.userId);
    else await sql.run(TELL_APART, [leaverId, joinerId]);
    await followTransfers(tx, [organizationId]);
    const details = { transferId: id, decision: status, leaverId, joinerId };
    await writeAudit(tx, organizationId, actor, 'transfer_decided', details);
    return { ...transfer, status } as const;
  });
  const [view] = await presentTransfers(ctx, [decided]);
  if (!view) throw noSuchTransfer();
  return view;
}

async function joinTransferred(tx: Changing, leaverId: string, joinerId: string, actorId: string | null) {
  await tx.sql.run(JOIN, [leaverId, joinerId, actorId]);
  await joinCharactersOf(tx, leaverId, joinerId);
}

/** The person's account does not list the leaver's id any more, so nothing stands for it. */
const TELL_APART = statement`
  update character a set verified_at = null, unclaimed_at = now(), moved_to_id = null, moved_at = null
  from roster_entry l, roster_entry j, character b
  where l.id = $1 and j.id = $2 and a.id = l.claimed_by_id and b.id = a.moved_to_id
    and b.platform_realm_id = j.platform_realm_id and b.platform_character_id = j.platform_character_id`;

/**
 * The characters that a person's own account decides about: it lists them under a new id, and for a week, since the account did
 * or since a roster lost the old id, no officer decided. With the transfer that an officer could have confirmed. A roster that
 * still lists the old id is waited for.
 */
const SETTLED_BY_ACCOUNT = query({
  oldId: 'uuid',
  newId: 'uuid',
  transferId: 'uuid?',
  leaverId: 'uuid?',
  joinerId: 'uuid?',
})`
  select a.id as "oldId", b.id as "newId", t.id as "transferId", t.leaver_id as "leaverId", t.joiner_id as "joinerId"
  from character a join character b on b.id = a.moved_to_id and b.verified_at is not null
  left join lateral (
    select t.id, t.leaver_id, t.joiner_id from roster_entry l
    join transfer_candidate t on t.leaver_id = l.id and t.decision is null join roster_entry j on j.id = t.joiner_id
    where l.claimed_by_id = a.id and l.left_at is not null and j.platform_realm_id = b.platform_realm_id
      and j.platform_character_id = b.platform_character_id
    order by t.id desc limit 1
  ) t on true
  where a.moved_to_id is not null and (a.moved_at <= now() - ${UNDECIDED_FOR} or exists (
      select from roster_entry h where h.claimed_by_id = a.id and h.held_until is not null and h.left_at <= now() - ${UNDECIDED_FOR}))
    and not ${IS_LISTED} and not ${TOLD_APART}
  order by a.moved_at, a.id limit 50`;

const EXPIRED = query({ organizationId: 'uuid' })`
  select distinct organization_id as "organizationId" from roster_entry where held_until <= now()
  order by organization_id limit 50`;

/** After a week without a decision, the person's own account decides: what it does not list as one is two. */
export async function settleTransfers(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    for (const { oldId, newId, transferId, leaverId, joinerId } of await tx.sql.many(SETTLED_BY_ACCOUNT)) {
      if (transferId !== null && leaverId !== null && joinerId !== null) {
        await tx.em.nativeUpdate(TransferCandidate, transferId, { decision: 'confirmed', decidedAt: now() });
        await joinTransferred(tx, leaverId, joinerId, null);
      } else {
        await joinCharacters(tx, oldId, newId);
      }
    }
    const expired = await tx.sql.many(EXPIRED);
    await followTransfers(
      tx,
      expired.map(({ organizationId }) => organizationId),
    );
  });
}

const noSuchTransfer = () => notFound('transfer_not_found', 'There is no such transfer.');

async function presentTransfers(ctx: AppContext, rows: TransferRow[]): Promise<TransferView[]> {
  const entries = await rosterEntries(
    ctx,
    rows.flatMap(({ leaverId, joinerId }) => [leaverId, joinerId]),
  );
  return rows.flatMap(({ id, status, createdAt, leaverId, joinerId }) => {
    const leaver = entries.get(leaverId);
    const joiner = entries.get(joinerId);
    return leaver && joiner ? [{ id, leaver, joiner, status, createdAt }] : [];
  });
}
