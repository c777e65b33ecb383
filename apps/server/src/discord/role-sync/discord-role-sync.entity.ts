import { defineEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';

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
    /** When something is to do at the earliest; null while nothing is known to become due. */
    lookAt: instant().nullable().defaultRaw('now()'),
    lookedAt: instant().defaultRaw('now()'),
  },
  indexes: [
    { name: 'discord_role_sync_due', properties: ['lookAt'] },
    { name: 'discord_role_sync_looked_at', properties: ['lookedAt'] },
  ],
});

/** How far the changes of an organization with enabled rules on a server were followed, see `role-wishes.ts`. */
export const DiscordRoleStream = defineEntity({
  name: 'DiscordRoleStream',
  properties: { serverId: p.text().primary(), organizationId: p.uuid().primary(), seq: p.bigint('number') },
});

/** Servers to look at within a minute: written without waiting for the row that counts the runs. */
export const DiscordRoleDue = defineEntity({
  name: 'DiscordRoleDue',
  properties: { id: id(), serverId: p.text() },
});
