import { LogHost } from '@guildhall/contracts/night.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** A raid team on Warcraft Logs, and the team here whose reports they are. */
export type LogTag = { tagId: number; name: string; teamId: string | null };

/** Where the reports of an organization are, and how its raiders are measured by them. */
export const LogSource = defineEntity({
  name: 'LogSource',
  properties: {
    organization: () => p.manyToOne(Organization).deleteRule('cascade').primary(),
    host: p.enum(LogHost.options),
    /** The number of the guild there. */
    guildId: p.integer(),
    guildName: p.text(),
    realm: p.text().nullable(),
    tags: p.json<LogTag[]>().defaultRaw(`'[]'`),
    presentPercent: p.smallint().default(80),
    partPercent: p.smallint().default(20),
    lateMinutes: p.smallint().default(10),
    /** Whether proposals are recorded two days after the end of an event. */
    confirmsItself: p.boolean().default(false),
    readAt: instant().nullable(),
    /** The next page of the nights before the first event here. */
    historyPage: p.smallint().default(1),
    /** When all of them were read. */
    historyReadAt: instant().nullable(),
    problem: p.enum(['guild_gone', 'unavailable']).nullable(),
  },
});
