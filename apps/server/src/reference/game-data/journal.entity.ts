/** The journal of the game: expansions, their instances, their encounters, by the platform's ids. */
import { InstanceCategory } from '@guildhall/contracts/game-data.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { listed } from './listed.ts';

/** Name and description in one language; null falls back to English. */
const texts = { locale: p.text().primary(), name: p.text().nullable(), description: p.text().nullable() };

/** Ids are in order of release. */
export const JournalExpansion = defineEntity({
  name: 'JournalExpansion',
  properties: { id: p.integer().primary().autoincrement(false), listed: listed() },
});

export const JournalExpansionLocale = defineEntity({
  name: 'JournalExpansionLocale',
  properties: { entity: () => p.manyToOne(JournalExpansion).primary().deleteRule('cascade'), ...texts },
});

/** An instance that two expansions list, because it was remade, belongs to the older one. */
export const JournalInstance = defineEntity({
  name: 'JournalInstance',
  properties: {
    id: p.integer().primary().autoincrement(false),
    expansion: () => p.manyToOne(JournalExpansion).deleteRule('restrict'),
    category: p.enum(InstanceCategory.options),
    minimumLevel: p.smallint().nullable(),
    orderIndex: p.smallint().nullable(),
    imageUrl: p.text().nullable(),
    /** In the journal's order; null until they have been read. */
    difficulties: p.json<{ type: string; names: Record<string, string> }[]>().nullable(),
    lastModified: p.text().nullable(),
    mediaLastModified: p.text().nullable(),
    listed: listed(),
  },
  indexes: [{ name: 'journal_instance_in_order', properties: ['expansion', 'orderIndex', 'id'] }],
});

export const JournalInstanceLocale = defineEntity({
  name: 'JournalInstanceLocale',
  properties: { entity: () => p.manyToOne(JournalInstance).primary().deleteRule('cascade'), ...texts },
});

export const JournalEncounter = defineEntity({
  name: 'JournalEncounter',
  properties: {
    id: p.integer().primary().autoincrement(false),
    instance: () => p.manyToOne(JournalInstance).deleteRule('cascade'),
    /** Place in the journal of the instance, from 1. */
    position: p.smallint(),
    /** Its drops, in the journal's order; null until they have been read. */
    itemIds: p.array().$type<number[]>().columnType('int[]').nullable(),
    lastModified: p.text().nullable(),
    listed: listed(),
  },
  indexes: [{ name: 'journal_encounter_in_order', properties: ['instance', 'position', 'id'] }],
});

export const JournalEncounterLocale = defineEntity({
  name: 'JournalEncounterLocale',
  properties: { entity: () => p.manyToOne(JournalEncounter).primary().deleteRule('cascade'), ...texts },
});
