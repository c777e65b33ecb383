import { GuildSyncType } from '@guildhall/contracts/guild.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, instant } from '../core/db/columns.ts';
import { Organization } from '../rights/organization.entity.ts';

/** When something of a guild was synced last, and who works on it now: one at a time holds the lease. */
export const GuildSync = defineEntity({
  name: 'GuildSync',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    type: p.enum(GuildSyncType.options),
    leasedUntil: instant().nullable(),
    syncedAt: instant().nullable(),
    /** When a person last asked for it and it succeeded: the next has to wait a minute from then. */
    demandedAt: instant().nullable(),
  },
  uniques: [{ name: 'guild_sync_unique', properties: ['organization', 'type'] }],
});
export type GuildSync = InferEntity<typeof GuildSync>;
