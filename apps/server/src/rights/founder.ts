import { z } from 'zod';

/**
 * The person who founded organization `o`, as long as they are a founder; then the one who has been it longest. Null for
 * guilds of the game, of which nobody can found as many as they like.
 */
export const FOUNDER = `(
  select h.user_id from role_holder h join role r on r.id = h.role_id and r.is_founder
  where h.organization_id = o.id order by h.granted_at, h.user_id limit 1)`;

/** The ids in a job for an organization; jobs that the version before queued name no founder. */
export const jobOfOrganization = { organizationId: z.uuid(), founderId: z.uuid().nullable().default(null) };

/** All organizations of a founder share a queue as one. */
export const ownerOfJob = (job: { organizationId: string; founderId: string | null }) =>
  job.founderId ?? job.organizationId;
