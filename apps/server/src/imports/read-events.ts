/** Several events of Raid-Helper: those of a server, of which an officer chooses, and how a job reads the chosen ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RaidHelperEventsInput, RaidHelperEventsView } from '@guildhall/contracts/import.ts';
import { FormatError } from '@guildhall/guild-tools/format-error.ts';
import { GuildToolError } from '@guildhall/guild-tools/guild-tool-error.ts';
import { answersOf } from '@guildhall/guild-tools/raid-helper.ts';
import {
  createRaidHelper,
  type EventAddress,
  linkOf,
  RAID_HELPER_PAUSE_MS,
  type RaidHelper,
} from '@guildhall/guild-tools/raid-helper-client.ts';
import type { AnswerRow } from '@guildhall/guild-tools/rows.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { type JobRun, Postponed } from '../core/jobs/job.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { Signer } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { authorizedAccess, refuseArchived } from '../membership/rights/organization.access.ts';
import { lockRun, publishImportChange } from './import.access.ts';
import { ImportRun } from './import-run.entity.ts';
import { keepRows } from './keep-rows.ts';
import { orUnreadable } from './read-source.ts';

const raidHelperOf = ({ config }: AppContext) => createRaidHelper({ apiUrl: config.guildTools.raidHelperUrl });

/** The closest event to each start. */
const HERE = query({ startsAt: 'instant!', id: 'uuid' })`
  select distinct on (s.at) s.at as "startsAt", e.id from unnest($2::timestamptz[]) s(at)
  join event e on e.organization_id = $1 and e.status in ('published', 'completed')
    and e.starts_at between s.at - interval '1 hour' and s.at + interval '1 hour'
  order by s.at, abs(extract(epoch from e.starts_at - s.at)), e.id`;

const MOST_LISTED = 1_000;

/** Throws FORBIDDEN, UNPROCESSABLE_CONTENT for a wrong key or server, TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE. */
export async function listRaidHelperEvents(
  ctx: AppContext,
  actor: Actor,
  { id, serverId, key }: RaidHelperEventsInput,
): Promise<RaidHelperEventsView> {
  const access = await authorizedAccess(ctx.sql, actor, id, 'update', 'Roster');
  refuseArchived(access);
  await ctx.limits.take('import', actor.userId);
  const { events, complete } = await orUnreadable(() => raidHelperOf(ctx).eventsOf(serverId, key));
  const latestFirst = events.toSorted((a, b) => timeOf(b.startsAt) - timeOf(a.startsAt)).slice(0, MOST_LISTED);
  const starts = latestFirst.flatMap(({ startsAt }) => startsAt ?? []);
  const here = new Map(
    (await ctx.sql.many(HERE, [access.organizationId, starts])).map((row) => [timeOf(row.startsAt), row.id]),
  );
  return {
    events: latestFirst.map(({ id: eventId, ...event }) => ({
      ...event,
      link: linkOf(eventId),
      eventId: here.get(timeOf(event.startsAt)) ?? null,
    })),
    complete: complete && events.length <= MOST_LISTED,
  };
}

const timeOf = (instant: string | null) => (instant === null ? 0 : Date.parse(instant));

/** Reads the events of a run one after the other. A killed job goes on behind the last one that was kept. */
export async function readEvents(ctx: AppContext, importId: string, { signal }: JobRun): Promise<void> {
  const raidHelper = raidHelperOf(ctx);
  for (;;) {
    const run = await ctx.transact(({ sql }) => lockRun(sql, importId));
    const address = run?.state === 'reading' ? run.options.events?.[run.cursor] : undefined;
    if (!run || !address) return;
    const answers = await answersTo(raidHelper, address, signal);
    await ctx.transact((tx) => keepEvent(tx, ctx.sign, { importId, number: run.cursor, answers }));
    await sleep(RAID_HELPER_PAUSE_MS, undefined, { signal });
  }
}

/** Null for an event that the tool has no more, or that is none. Throws `Postponed` for as long as the tool asks to wait. */
async function answersTo(raidHelper: RaidHelper, address: EventAddress, signal: AbortSignal) {
  try {
    return answersOf(await raidHelper.event(address, signal));
  } catch (error) {
    if (error instanceof FormatError) return null;
    if (!(error instanceof GuildToolError) || error.kind === 'unavailable') throw error;
    if (error.kind === 'limited') throw new Postponed(error.message, (error.retryAfterSeconds ?? 5) * 1_000);
    return null;
  }
}

const HASH = query({ hash: 'text' })`
  select encode(sha256(convert_to(coalesce(string_agg(w.raw::text || coalesce(w.discord_key, ''), ',' order by w.raw::text), ''),
    'UTF8')), 'hex') as hash
  from import_row w where w.run_id = $1`;

type ReadEvent = { importId: string; number: number; answers: AnswerRow[] | null };

/** Another job may have kept the event meanwhile. */
async function keepEvent(tx: UnitOfWork, sign: Signer, { importId, number, answers }: ReadEvent): Promise<void> {
  const { sql, em } = tx;
  const run = await lockRun(sql, importId);
  if (run?.state !== 'reading' || run.cursor !== number) return;
  const rows = (answers ?? []).map((raw) => ({ raw, status: 'unmatched' as const, reason: null }));
  await keepRows(sql, sign, { ...run, keepNotes: false }, rows);
  const row = await em.findOneOrFail(ImportRun, importId);
  row.cursor = number + 1;
  if (answers === null) row.options = { ...row.options, missing: (row.options.missing ?? 0) + 1 };
  if (row.cursor === run.options.events?.length) row.hash = (await sql.one(HASH, [importId])).hash;
  publishImportChange(tx, run);
}
