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

/** Why a run stopped, and how long the platform is left alone at first: twice as long each time, up to `longestMs`. */
export type Stop = { failure: RoleSyncFailure | null; pauseMs: number; longestMs: number };

const RESUMES = `now() + interval '1 ms'
  * least($4::float8 * power(2, case when $3::text is null then 0 else least(failures, 20) end), $5::float8)`;

/** Its values are those of `Stop`. The server is looked at again as soon as it may. */
export const endRoleSync = roleSyncLease.releasing(
  `ran_at = now(), failure = $3, failures = case when $3::text is null then 0 else least(failures + 1, 20) end,
    resume_at = ${RESUMES}, look_at = coalesce(${RESUMES}, now())`,
);
