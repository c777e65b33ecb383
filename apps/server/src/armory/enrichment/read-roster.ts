/**
 * Reads the public profiles of roster members for what their guild compares. Each guild has a share of the platform's budget
 * a week; members who answered a coming event are read more often, then those of high ranks.
 */
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import { PLATFORM_LIMITS } from '../../core/config.ts';
import { json, query, statement, text } from '../../core/db/statement.ts';
import type { JobPayload, JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { readRosterJob } from './enrichment.jobs.ts';
import { fetchSection } from './refresh-sections.ts';
import { IS_PUBLIC, PUBLIC_MEMBERS, SOON } from './roster-members.ts';
import { sections } from './sections.ts';
import { naming, type SectionOutcome, sectionStatusOf } from './store-section.ts';

/** Requests of a guild a week. */
export const WEEKLY_SHARE = 1200;

/** Members of one run, so that guilds take turns. */
const MEMBERS_A_RUN = 20;

/** All of retail's, and the only one that the Classic games have. */
const COMPARED = ['equipment', 'raids', 'mythic-keystone'];
const IN_CLASSIC = ['equipment'];

const SWEEPS_PER_HOUR = 12;

/** A tenth of the hourly background budget; rosters and proved characters get the rest. */
const GUILDS_A_SWEEP = Math.max(
  1,
  Math.floor(
    (PLATFORM_LIMITS.perHour * (1 - PLATFORM_LIMITS.interactiveShare)) /
      10 /
      SWEEPS_PER_HOUR /
      (MEMBERS_A_RUN * COMPARED.length),
  ),
);

/** Guilds that a member used here lately, and that have some of their week left: those that waited longest. */
const WAITING = query({ organizationId: 'uuid' })`
  select o.id as "organizationId" from organization o left join roster_reading r on r.organization_id = o.id
  where o.source = 'synced' and o.archived_at is null and o.roster_synced_at is not null
    and (r.organization_id is null or r.looked_at < now() - interval '50 minutes'
      and (r.week_starts_at < date_trunc('week', now()) or r.requests < ${WEEKLY_SHARE}))
    and exists (select from membership m join session s on s.user_id = m.user_id
      where m.organization_id = o.id and m.left_at is null and s.last_used_at > now() - interval '30 days')
  order by r.looked_at nulls first, o.id limit ${GUILDS_A_SWEEP}`;

export async function readRosters(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    const waiting = await tx.sql.many(WAITING);
    await tx.enqueueAll(
      readRosterJob,
      waiting.map(({ organizationId }) => ({ payload: { organizationId } })),
    );
  });
}

/** Members who left, and those that are not public any more. */
const FORGET = statement`
  delete from roster_section s using roster_entry e
  where e.organization_id = $1 and s.roster_entry_id = e.id and (e.left_at is not null or not (${IS_PUBLIC}))`;

/**
 * Members who have played since the last answer. Those who have waited ten days come first, then those of coming events, then high
 * ranks.
 */
const DUE = query({
  id: 'uuid',
  region: text(Region.options).known,
  gameVersion: text(GameVersion.options).known,
  name: 'text',
  realmSlug: 'text',
  dates: json<Record<string, string | null>>(),
})`
  with ${SOON}, ${PUBLIC_MEMBERS}
  select e.id, o.region, o.game_version as "gameVersion", e.name, e.realm_slug as "realmSlug",
    coalesce(s.dates, '{}') as dates
  from public_member e join organization o on o.id = e.organization_id
  left join lateral (
    select min(r.asked_at) as asked_at, bool_or(r.status = 'failed') as failed,
      jsonb_object_agg(r.section, r.last_modified) as dates
    from roster_section r where r.roster_entry_id = e.id
  ) s on true
  where o.archived_at is null and (s.asked_at is null or (s.failed or coalesce(e.last_login_at > s.asked_at, true))
    and s.asked_at < now() - case when e.is_soon then interval '60 hours' else interval '156 hours' end)
  order by s.asked_at is not null, s.asked_at > now() - interval '10 days', not e.is_soon, e.rank, s.asked_at, e.id
  limit ${MEMBERS_A_RUN}`;

/** Takes `$2` requests of the guild's week, or none. */
const TAKE = statement`
  insert into roster_reading as r (organization_id, week_starts_at, requests, looked_at)
  select id, date_trunc('week', now()), $2, now() from organization where id = $1
  on conflict (organization_id) do update set week_starts_at = excluded.week_starts_at, looked_at = now(),
    requests = excluded.requests + case when r.week_starts_at = excluded.week_starts_at then r.requests else 0 end
  where r.week_starts_at < excluded.week_starts_at or r.requests + $2 <= ${WEEKLY_SHARE}`;

const STORE = statement`
  with entry as (
    select id from roster_entry where id = $1 and left_at is null for key share
  ), ${naming('$6')}
  insert into roster_section as s (roster_entry_id, section, status, asked_at, fetched_at, last_modified, data)
  select id, $2, $3, now(), case when $3 = 'ok' then now() end, $4, $5::jsonb from entry
  on conflict (roster_entry_id, section) do update set status = excluded.status, asked_at = excluded.asked_at,
    fetched_at = coalesce(excluded.fetched_at, s.fetched_at),
    last_modified = coalesce(excluded.last_modified, s.last_modified), data = coalesce(excluded.data, s.data)`;

/** The job of one guild. A repeated one goes on with whoever is still due. */
export async function readRoster(
  ctx: AppContext,
  { organizationId }: JobPayload<typeof readRosterJob>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  await ctx.sql.run(FORGET, [organizationId]);
  const members = await ctx.sql.many(DUE, [organizationId]);
  await ctx.sql.run(TAKE, [organizationId, 0]);
  for (const { id, region, gameVersion, dates, ...key } of members) {
    const wanted = sections.filter(({ name }) => (gameVersion === 'retail' ? COMPARED : IN_CLASSIC).includes(name));
    if ((await ctx.sql.run(TAKE, [organizationId, wanted.length])) === 0) return;
    await mapConcurrently(wanted, wanted.length, async (section) => {
      const call = { region, gameVersion, priority: 'background', signal } as const;
      await store(ctx, id, section.name, await fetchSection(ctx, key, call, section, dates[section.name] ?? null));
    });
  }
}

async function store(ctx: AppContext, entryId: string, section: string, outcome: SectionOutcome): Promise<void> {
  const content = outcome.kind === 'fetched' ? outcome.content : null;
  await ctx.sql.run(STORE, [
    entryId,
    section,
    sectionStatusOf(outcome.kind),
    content?.lastModified ?? null,
    content && JSON.stringify(content.data),
    JSON.stringify(content?.names ?? []),
  ]);
}
