import { GuildSyncType } from '@guildhall/contracts/guild.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** The last sync of a part of a guild, and the lease that lets only one run at a time. */
export const GuildSync = defineEntity({
  name: 'GuildSync',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    type: p.enum(GuildSyncType.options),
    leasedUntil: instant().nullable(),
    syncedAt: instant().nullable(),
    /** The last successful sync requested by a person; the next has to wait a minute from then. */
    demandedAt: instant().nullable(),
  },
  uniques: [{ name: 'guild_sync_unique', properties: ['organization', 'type'] }],
});
