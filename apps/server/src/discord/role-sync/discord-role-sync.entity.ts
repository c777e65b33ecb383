import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';

export const ROLE_SYNC_FAILURES = ['unavailable', 'bot_removed', 'unauthorized', 'two_factor', 'refused'] as const;
export type RoleSyncFailure = (typeof ROLE_SYNC_FAILURES)[number];

/** The runs of a chat server: one at a time, and none while the platform wants to be left alone. */
export const DiscordRoleSync = defineEntity({
  name: 'DiscordRoleSync',
  properties: {
    serverId: p.text().primary(),
    /** The job that may change roles of this server until the lease ends. */
    leasedTo: p.uuid().nullable(),
    leasedUntil: instant().nullable(),
    ranAt: instant().nullable(),
    failure: p.enum([...ROLE_SYNC_FAILURES]).nullable(),
    resumeAt: instant().nullable(),
    /** Runs in a row that failed: each makes the pause longer. */
    failures: p.smallint().default(0),
  },
});
