import { LogHost } from '@guildhall/contracts/night.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { GuildEvent } from '../event/guild-event.entity.ts';

/**
 * A report of Warcraft Logs. A detached one keeps only the key of its code, so that it is not read again. A `listed` one is known
 * from the list of its guild, and was not read.
 */
export const LogReport = defineEntity({
  name: 'LogReport',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    event: () => p.manyToOne(GuildEvent).nullable().deleteRule('set null').index(),
    code: p.text().nullable(),
    /** A keyed hash of host and code. */
    codeKey: p.text(),
    host: p.enum(LogHost.options),
    title: p.text(),
    zone: p.text().nullable(),
    /** The guild that uploaded it; null for a personal log. */
    guildId: p.integer().nullable(),
    /** Only those who have the link may open it. */
    unlisted: p.boolean().default(false),
    /** An officer attached it: times decide nothing any more. */
    pinned: p.boolean().default(false),
    startsAt: instant(),
    endsAt: instant(),
    state: p.enum(['listed', 'live', 'complete', 'unreadable', 'detached']),
    readAt: instant().nullable(),
    /** When its proposals were recorded without an officer. */
    confirmedAt: instant().nullable(),
    /** When officers were told what it proposes for its event. */
    toldAt: instant().nullable(),
  },
  uniques: [{ name: 'log_report_one_a_code', properties: ['organization', 'codeKey'] }],
  indexes: [{ name: 'log_report_by_start', properties: ['organization', 'startsAt'] }],
});

export type LogReport = InferEntity<typeof LogReport>;

/** A fight against an encounter, as one report has it. Reports of one night are united when it is read. */
export const Pull = defineEntity({
  name: 'Pull',
  properties: {
    id: id(),
    report: () => p.manyToOne(LogReport).deleteRule('cascade'),
    fightId: p.integer(),
    encounterId: p.integer(),
    journalEncounterId: p.integer().nullable(),
    name: p.text(),
    difficulty: p.smallint(),
    size: p.smallint(),
    kill: p.boolean(),
    startedAt: instant(),
    seconds: p.integer(),
    /** The share of the encounter that a wipe left, 0 to 100. */
    percent: p.float().nullable(),
  },
  uniques: [{ name: 'pull_one_a_fight', properties: ['report', 'fightId'] }],
});

/** A character who took part in a pull, as the log writes it. A raider is found by name and realm when the night is read. */
export const PullRaider = defineEntity({
  name: 'PullRaider',
  properties: {
    pull: () => p.manyToOne(Pull).deleteRule('cascade').primary(),
    /** Name and realm as `fold` leaves them. */
    nameKey: p.text().primary(),
    realmKey: p.text().primary(),
    name: p.text(),
    realm: p.text(),
    className: p.text().nullable(),
    /** Without spaces, in English; null where the log does not say. */
    specName: p.text().nullable(),
  },
  indexes: [{ name: 'pull_raider_by_name', properties: ['nameKey', 'realmKey'] }],
});
