/** One job at a time changes the roles of a chat server, whatever the number of workers. */
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import type { RoleSyncFailure } from './discord-role-sync.entity.ts';

/** Far longer than one person's roles take; a killed worker is replaced after this time. */
const LEASE_SECONDS = 60;

const TAKE = statement`
  insert into discord_role_sync as s (server_id, leased_to, leased_until)
  values ($1, $2, now() + ${LEASE_SECONDS} * interval '1 second')
  on conflict (server_id) do update set leased_to = excluded.leased_to, leased_until = excluded.leased_until
  where s.leased_to = $2 or coalesce(s.leased_until <= now(), true)`;

const KEEP = statement`
  update discord_role_sync set leased_until = now() + ${LEASE_SECONDS} * interval '1 second'
  where server_id = $1 and leased_to = $2`;

const END = statement`
  update discord_role_sync set leased_to = null, leased_until = null, ran_at = now(), failure = $3,
    resume_at = now() + $4::float8 * interval '1 ms'
  where server_id = $1 and leased_to = $2`;

export const takeLease = async (sql: Sql, serverId: string, jobId: string): Promise<boolean> =>
  (await sql.run(TAKE, [serverId, jobId])) > 0;

/** False when another job has taken over. */
export const keepLease = async (sql: Sql, serverId: string, jobId: string): Promise<boolean> =>
  (await sql.run(KEEP, [serverId, jobId])) > 0;

/** Why a run stopped, and how long the platform is left alone. */
export type Stop = { failure: RoleSyncFailure | null; pauseMs: number };

export async function endLease(sql: Sql, serverId: string, jobId: string, stop: Stop | null): Promise<void> {
  await sql.run(END, [serverId, jobId, stop?.failure ?? null, stop?.pauseMs ?? null]);
}
