/** The lane of a channel: one writer over all processes, so that Discord's limits meet one writer. */
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { Postponed } from '../../core/jobs/job.ts';

/** Longer than a request to Discord takes. */
const LEASE_SECONDS = 60;

export type Lane = { channelId: string; holder: string };

const busy = (message: string) => new Postponed(message, 1_000);

const ENTER = query({ restMs: 'float?' })`
  insert into discord_lane as l (channel_id, job_id, held_until)
  values ($1, $2, now() + interval '${LEASE_SECONDS} seconds')
  on conflict (channel_id) do update set job_id = excluded.job_id, held_until = excluded.held_until
  where l.held_until is null or l.held_until < now() or l.job_id = excluded.job_id
  returning greatest(0, extract(epoch from resume_at - now()) * 1000)::float8 as "restMs"`;

/** The time until the lane may write, in milliseconds. Throws `Postponed` while another job holds it. */
export async function enterLane(sql: Sql, { channelId, holder }: Lane): Promise<number> {
  const row = await sql.maybe(ENTER, [channelId, holder]);
  if (!row) throw busy(`Another job writes to channel ${channelId}`);
  return row.restMs ?? 0;
}

const KEEP = statement`
  update discord_lane set held_until = now() + interval '${LEASE_SECONDS} seconds'
  where channel_id = $1 and job_id = $2`;

/** Call it before each request. Throws `Postponed` when the lease ran out and another job took the lane. */
export async function keepLane(sql: Sql, { channelId, holder }: Lane): Promise<void> {
  if ((await sql.run(KEEP, [channelId, holder])) === 0) throw busy(`The lease of channel ${channelId} ran out`);
}

const LEAVE = statement`update discord_lane set job_id = null, held_until = null where channel_id = $1 and job_id = $2`;

export const leaveLane = (sql: Sql, { channelId, holder }: Lane) => sql.run(LEAVE, [channelId, holder]);

const REST = statement`
  update discord_lane set resume_at = now() + $2 * interval '1 ms', failures = 0 where channel_id = $1`;

/** Discord said how long nobody may write there. */
export const restLane = (sql: Sql, { channelId }: Lane, ms: number) => sql.run(REST, [channelId, ms]);

const FAILED = statement`
  update discord_lane set failures = failures + 1, resume_at = now() + least(60, 2 ^ (failures + 1)) * interval '1 second'
  where channel_id = $1`;

/** Discord does not answer: 2 seconds, then 4, up to a minute. */
export const laneFailed = (sql: Sql, { channelId }: Lane) => sql.run(FAILED, [channelId]);

const ANSWERED = statement`update discord_lane set failures = 0 where channel_id = $1 and failures > 0`;

export const laneAnswered = (sql: Sql, { channelId }: Lane) => sql.run(ANSWERED, [channelId]);
