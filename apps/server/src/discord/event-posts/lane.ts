/** The lane of a channel: one writer over all processes, so that Discord's limits meet one writer. */
import { type InferEntity, LockMode } from '@mikro-orm/core';
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { Postponed } from '../../core/jobs/job.ts';
import { createLease } from '../../core/jobs/lease.ts';
import type { AppContext } from '../../core/services/context.ts';
import { DiscordLane } from './discord-lane.entity.ts';

/** Longer than a request to Discord takes. */
const lease = createLease({
  table: 'discord_lane',
  key: ['channel_id'],
  holder: 'job_id',
  until: 'held_until',
  seconds: 60,
});

export type Lane = { channelId: string; holder: string };

const busy = (message: string) => new Postponed(message, 1_000);

const REST = query({ ms: 'float?' })`
  select greatest(0, extract(epoch from resume_at - now()) * 1000)::float8 as ms from discord_lane where channel_id = $1`;

/** The time until the lane may write, in milliseconds. Throws `Postponed` while another job holds it. */
export async function acquireLane(sql: Sql, { channelId, holder }: Lane): Promise<number> {
  if (!(await lease.acquire(sql, [channelId], [holder]))) throw busy(`Another job writes to channel ${channelId}`);
  return (await sql.maybe(REST, [channelId]))?.ms ?? 0;
}

/** Call it before each request. Throws `Postponed` when the lease ran out and another job took the lane. */
export async function keepLane(sql: Sql, { channelId, holder }: Lane): Promise<void> {
  if (!(await lease.renew(sql, [channelId], holder))) throw busy(`The lease of channel ${channelId} ran out`);
}

export const releaseLane = (sql: Sql, { channelId, holder }: Lane) => lease.release(sql, [channelId], holder);

/** Discord said how long it takes no message there. */
export const backOffLane = (ctx: AppContext, lane: Lane, ms: number) =>
  changeLane(ctx, lane, (row) => {
    row.resumeAt = now(`${Math.round(ms)} milliseconds`);
    row.failures = 0;
  });

/** Discord does not answer: 2 seconds, then 4, up to a minute. */
export const laneFailed = (ctx: AppContext, lane: Lane) =>
  changeLane(ctx, lane, (row) => {
    row.failures += 1;
    row.resumeAt = now(`${Math.min(60, 2 ** row.failures)} seconds`);
  });

export const laneAnswered = (ctx: AppContext, lane: Lane) =>
  changeLane(ctx, lane, (row) => {
    row.failures = 0;
  });

type Row = InferEntity<typeof DiscordLane>;

/** A holder whose lease ran out leaves the lane as its next holder has it. */
const changeLane = ({ transact }: AppContext, { channelId, holder }: Lane, change: (row: Row) => void) =>
  transact(async ({ em }) => {
    const held = { channelId, jobId: holder };
    const row = await em.findOne(DiscordLane, held, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (row) change(row);
  });
