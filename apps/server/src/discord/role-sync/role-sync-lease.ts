/** One job at a time changes the roles of a chat server, whatever the number of workers. */
import { createLease } from '../../core/jobs/lease.ts';
import type { RoleSyncFailure } from './discord-role-sync.entity.ts';

/** Far longer than one person's roles take; a killed worker is replaced after this time. */
export const roleSyncLease = createLease({
  table: 'discord_role_sync',
  key: ['server_id'],
  holder: 'leased_to',
  until: 'leased_until',
  seconds: 60,
});

/** Why a run stopped, and how long the platform is left alone. */
export type Stop = { failure: RoleSyncFailure | null; pauseMs: number };

/** Its values are those of `Stop`. */
export const endRoleSync = roleSyncLease.releasing(
  `ran_at = now(), failure = $3, resume_at = now() + $4::float8 * interval '1 ms'`,
);
