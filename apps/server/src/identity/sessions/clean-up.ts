import { SyncKind } from '@guildhall/contracts/sync-session.ts';
import { ADMINISTRATORS } from '../../core/changes/write-changes.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import { cursorOf, handleShare, moveCursor, sweepOf } from '../../core/jobs/sweep-parts.ts';
import type { AppContext } from '../../core/services/context.ts';
import { removeOldMails } from '../../core/services/mail.ts';
import { firstUuidAt } from '../../core/uuid.ts';
import { sealPlainExpiries } from './platform-token.ts';

type Part = (ctx: AppContext, signal: AbortSignal) => Promise<void>;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Rows that one statement deletes. A worker that is killed between two leaves the rest to the next. */
const BATCH = 10_000;

/** Repeats a statement that changes at most a batch until it finds no more. */
async function repeat(work: () => Promise<number>, signal: AbortSignal): Promise<void> {
  for (let changed = BATCH; changed >= BATCH; ) {
    signal.throwIfAborted();
    changed = await work();
  }
}

function inBatches(text: string): Part {
  const batch = statement(text);
  return ({ sql }, signal) => repeat(() => sql.run(batch), signal);
}

/** Deletes the rows of a table for which this holds, also when they are deleted. An index finds them, or the table has few rows. */
const rowsWhere = (table: string, condition: string) =>
  inBatches(`
    delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${BATCH})) and ${condition}`);

/** Transactions that took this long may have written before the last run and become visible after it. */
const OVERLAP_MS = 3600_000;

type Since = {
  name: string;
  /** Deletes at most a batch of what came after `$1`. */
  text: string;
  /** The value of `$1`. */
  from: (since: Date) => string;
  /** The same for all rows, where it is not known when this was last done. */
  first: string;
};

/** Looks only at groups of rows that got another one since this was last done. */
function sinceLastRun({ name, text, from, first }: Since): Part {
  const [ofSome, ofAll] = [statement(text), statement(first)];
  return async ({ sql }, signal) => {
    const cursor = `clean-up ${name}`;
    const startedAt = Date.now();
    const since = await cursorOf(sql, cursor);
    await repeat(() => (since === null ? sql.run(ofAll) : sql.run(ofSome, [from(new Date(since))])), signal);
    await moveCursor(sql, cursor, new Date(startedAt - OVERLAP_MS).toISOString());
  };
}

/** Rows whose groups one statement looks at. */
const WINDOW = 20_000;

/**
 * Deletes all but this number of the newest rows that agree in these columns. Looks at groups that got another row since this was
 * last done, or at all for the first time, in the order of their ids, which is that of their time.
 */
function newestOf(table: string, [first, ...others]: [string, ...string[]], kept: number): Part {
  const end = query({ id: 'uuid' })(`select id from ${table} where id >= $1 order by id offset ${WINDOW} limit 1`);
  const batch = statement(`
    delete from ${table} where id = any(array(
      select o.id from (
        select distinct ${[first, ...others].join(', ')} from ${table} where id >= $1 and ($2::uuid is null or id < $2)) g
      cross join lateral (
        select t.id from ${table} t
        where t.${first} = g.${first}${others.map((column) => ` and t.${column} is not distinct from g.${column}`).join('')}
        order by t.id desc offset ${kept} limit ${BATCH}) o
      limit ${BATCH}))`);
  return async ({ sql }, signal) => {
    const cursor = `clean-up ${table}`;
    for (let from: string | null = (await cursorOf(sql, cursor)) ?? NO_ID; from !== null; ) {
      const startedAt = Date.now();
      const start: string = from;
      const until: string | null = (await sql.maybe(end, [start]))?.id ?? null;
      await repeat(() => sql.run(batch, [start, until]), signal);
      await moveCursor(sql, cursor, until ?? firstUuidAt(new Date(startedAt - OVERLAP_MS)));
      from = until;
    }
  };
}

/** Per stream. */
const KEPT_CHANGES = 100_000;

/** Raiders without an account, of whom the guild has seen nothing for a year: neither they nor their characters are there. */
const FORGOTTEN = `r.user_id is null and r.name is not null and r.created_at < now() - interval '12 months'
  and not exists (select from raider_character c left join roster_entry e on e.id = c.roster_entry_id
    where c.raider_id = r.id and coalesce(e.left_at is null and e.id is not null or e.left_at > now() - interval '12 months', false))
  and not exists (select from participation p join event e on e.id = p.event_id
    where p.raider_id = r.id and e.ends_at > now() - interval '12 months')
  and not exists (select from loot_award a where a.raider_id = r.id and a.received_at > now() - interval '12 months')
  and not exists (select from point_entry e where e.raider_id = r.id and e.type <> 'decay' and e.at > now() - interval '12 months')
  and not exists (select from reserve w join event e on e.id = w.sheet_event_id
    where w.raider_id = r.id and e.ends_at > now() - interval '12 months')
  and not exists (select from team_member m where m.raider_id = r.id and m.until is null)`;

/** Raiders without an account that one statement looks at. */
const RAIDERS = 5_000;
const NAMED = query({ id: 'uuid' })`
  select id from raider where name is not null and id > $1 order by id limit ${RAIDERS}`;

/** Their answers, awards and points stay as those of a former raider, without a name. */
const FORGET = [
  `delete from raider r where r.id = any($1::uuid[]) and ${FORGOTTEN} and not exists (select from participation p where p.raider_id = r.id)
     and not exists (select from lineup_place p where p.raider_id = r.id)
     and not exists (select from loot_award a where a.raider_id = r.id)
     and not exists (select from point_entry e where e.raider_id = r.id)`,
  `with former as (
     update raider r set name = null, note = null, discord_key = null, archived_at = now()
     where r.id = any($1::uuid[]) and ${FORGOTTEN} returning r.id
   ), aliases as (delete from raider_alias a using former where a.raider_id = former.id),
   places as (delete from lineup_place p using former where p.raider_id = former.id),
   awards as (update loot_award a set name = null, realm = null, name_key = '', realm_key = '', note = null, old_items = '{}'
     from former where a.raider_id = former.id and a.name is not null),
   points as (update point_entry e set reason = null from former where e.raider_id = former.id and e.reason is not null),
   wishes as (delete from wish w using former where w.raider_id = former.id),
   sims as (delete from sim_report s using former where s.raider_id = former.id),
   reserves as (delete from reserve w using former where w.raider_id = former.id)
   delete from raider_character c using former where c.raider_id = former.id`,
].map((text) => statement(text));

const forgetLongGone: Part = async ({ sql }, signal) => {
  const share = {
    name: 'clean-up long-gone-raiders',
    most: RAIDERS,
    beginning: NO_ID,
    read: (after: string) => sql.many(NAMED, [after]),
    positionOf: ({ id }: { id: string }) => id,
  };
  const forget = async (raiders: { id: string }[]) => {
    const ids = raiders.map(({ id }) => id);
    for (const each of FORGET) await sql.run(each, [ids]);
  };
  do signal.throwIfAborted();
  while (!(await handleShare(sql, share, forget)));
};

/** Streams that one night looks at. */
const STREAMS = 50_000;
const NEXT_STREAMS = query({ id: 'uuid' })`select id from change_stream where id > $1 order by id limit ${STREAMS}`;
const OF_THE_GONE = statement`
  delete from change_stream s where s.id = any($1::uuid[]) and not exists (select from change c where c.stream_id = s.id)
    and not exists (select from organization o where o.id = s.id) and not exists (select from app_user u where u.id = s.id)
    and s.id <> '${ADMINISTRATORS}'`;

const removeStreams: Part = async ({ sql }) => {
  const share = {
    name: 'clean-up streams',
    most: STREAMS,
    beginning: NO_ID,
    read: (after: string) => sql.many(NEXT_STREAMS, [after]),
    positionOf: ({ id }: { id: string }) => id,
  };
  await handleShare(sql, share, async (streams) => void (await sql.run(OF_THE_GONE, [streams.map(({ id }) => id)])));
};

/** Deletes a batch of old syncs that another of their kind and subject has followed. */
const withoutNewest = (old: string) => `
  delete from sync_session where id = any(array(
    select s.id from (${old}) s where s.finished_at < now() - interval '30 days' and (
      exists (select from sync_session n where n.subject_id = s.subject_id and n.kind = s.kind and n.created_at > s.created_at)
      or s.subject_id is null and exists (
        select from sync_session n where n.subject_id is null and n.kind = s.kind and n.created_at > s.created_at))
    limit ${BATCH}))`;

/** Keeps the most recent sync of each kind and subject, whatever its age. Others became old, or were the newest until now. */
const SYNCS = sinceLastRun({
  name: 'sync_session',
  text: withoutNewest(`
    select id, kind, subject_id, created_at, finished_at from sync_session
    where finished_at >= $1::timestamptz - interval '30 days' and finished_at < now() - interval '30 days'
    union
    select o.id, o.kind, o.subject_id, o.created_at, o.finished_at from (
      select distinct kind, subject_id from sync_session
      where kind in (${SyncKind.options.map((kind) => `'${kind}'`).join()}) and created_at >= $1::timestamptz) n
    join sync_session o on o.kind = n.kind and o.subject_id = n.subject_id
    union
    select id, kind, subject_id, created_at, finished_at from sync_session where subject_id is null`),
  from: (since) => since.toISOString(),
  first: withoutNewest('select * from sync_session'),
});

/** Merged raiders whose merge can no longer be undone. */
const IS_MERGED = `r.merged_into_id is not null
  and not exists (select from raider_change c where c.source_id = r.id and c.kind = 'merge' and c.undone_at is null)`;
/** A merge leaves none of these; where one is there all the same, it would be lost. */
const IS_EMPTY = ['participation', 'lineup_place', 'point_entry', 'raider_character', 'team_member']
  .map((table) => `and not exists (select from ${table} x where x.raider_id = r.id)`)
  .join(' ');

/** The newest rows of those who left a team again and again stay. */
const formerMembers = (ended: string) => `
  delete from team_member where id = any(array(
    select o.id from (select distinct team_id, raider_id from team_member where ${ended}) g
    cross join lateral (
      select t.id from team_member t where t.team_id = g.team_id and t.raider_id = g.raider_id and t.until is not null
      order by t.id desc offset 20 limit ${BATCH}) o
    limit ${BATCH}))`;

/** Keeps expired rows for a day, for questions about them. */
const clean = sweepOf<AppContext>({
  sweep: 'clean-up',
  parts: {
    'plain-expiries': sealPlainExpiries,
    sessions: rowsWhere('session', `expires_at < now() - interval '1 day'`),
    'service-tokens': rowsWhere('service_token', `expires_at < now() - interval '30 days'`),
    'oauth-states': rowsWhere('oauth_state', `expires_at < now() - interval '1 day'`),
    'magic-links': rowsWhere('magic_link', `expires_at < now() - interval '1 day'`),
    'chat-invites': rowsWhere('chat_invite', `coalesce(expires_at, claimed_until) < now() - interval '1 day'`),
    interactions: rowsWhere('discord_interaction', 'expires_at < now()'),
    'link-intents': rowsWhere('link_intent', 'expires_at < now()'),
    'kept-answers': rowsWhere('kept_answer', `kept_at < now() - interval '90 days'`),
    // People who are gone: their roles have been taken by now, or never can be.
    'role-grants': rowsWhere(
      'discord_role_grant',
      `look_at < now() - interval '1 day'
        and not exists (select from account a where a.provider_id = 'discord' and a.account_id = discord_user_id)`,
    ),
    // A worker with a bot takes them each minute.
    'role-looks': rowsWhere('discord_role_due', `uuid_extract_timestamp(id) < now() - interval '7 days'`),
    'email-changes': rowsWhere('email_change', `expires_at < now() - interval '1 day'`),
    'rate-limits': rowsWhere('rate_limit', 'expire < (extract(epoch from now()) - 86400) * 1000'),
    'old-notifications': rowsWhere('notification', `created_at < now() - interval '90 days'`),
    notifications: newestOf('notification', ['user_id'], 200),
    // Logs keep the newest entries of each actor, so that one person's many do not push out those of others.
    'audit-entries': newestOf('audit_entry', ['organization_id', 'actor_id'], 10_000),
    'event-logs': newestOf('event_log_entry', ['event_id', 'actor_id'], 500),
    deliveries: newestOf('webhook_delivery', ['endpoint_id'], 20_000),
    memberships: newestOf('membership', ['organization_id', 'user_id'], 50),
    // A merge can be undone for 30 days, so long the raider that was taken in is kept.
    'raider-changes': rowsWhere('raider_change', `at < now() - interval '30 days'`),
    'merged-awards': inBatches(
      `update loot_award a set raider_id = r.merged_into_id from raider r where r.id = a.raider_id and a.id = any(array(
         select a.id from raider r join loot_award a on a.raider_id = r.id where ${IS_MERGED} limit ${BATCH}))`,
    ),
    'award-notes': inBatches(
      `update loot_award set note = null where id = any(array(
         select id from loot_award where note is not null and received_at < now() - interval '12 months' limit ${BATCH}))`,
    ),
    'merged-raiders': rowsWhere('raider r', `${IS_MERGED} ${IS_EMPTY}`),
    'former-members': sinceLastRun({
      name: 'team_member',
      text: formerMembers('until is not null and until >= $1::timestamptz'),
      from: (since) => since.toISOString(),
      first: formerMembers('until is not null'),
    }),
    'long-gone-raiders': forgetLongGone,
    'created-by-keys': rowsWhere('created_by_key', `created_at < now() - interval '24 hours'`),
    'import-rows': rowsWhere(
      'import_row',
      `run_id in (select id from import_run where created_at < now() - interval '30 days'
         and state not in ('reading', 'applying', 'undoing'))`,
    ),
    'old-deliveries': rowsWhere('webhook_delivery', `created_at < now() - interval '14 days'`),
    'old-changes': rowsWhere('change', `at < now() - interval '30 days'`),
    changes: inBatches(
      `delete from change where ctid = any(array(
         select c.ctid from change_stream s join change c on c.stream_id = s.id and c.seq <= s.last_seq - ${KEPT_CHANGES}
         where s.last_seq > ${KEPT_CHANGES} limit ${BATCH}))`,
    ),
    streams: removeStreams,
    syncs: SYNCS,
    mails: ({ config }) => removeOldMails(config),
  },
  // A night may be missed.
  lateAfterSeconds: 2 * 24 * 3600 + 3600,
  partSeconds: 300,
  failure: 'Not everything old could be removed',
});

/** The nightly job that removes expired sign-ins, links, counters and unsent mails, and reports of old syncs. */
export const cleanUp = (
  ctx: AppContext,
  _payload: object = {},
  { signal }: Pick<JobRun, 'signal'> = new AbortController(),
): Promise<void> => clean(ctx, signal);
