/**
 * Runs, kills and counts that documents of a character showed at some time, kept after later ones no longer show them: the platform
 * lists only the best runs of a week and the last kill of each encounter. A trigger of `character_section` adds to these tables with every
 * document that is stored, and clears them when that section goes.
 */
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { Character } from '../../membership/characters/character.entity.ts';

const character = () => p.manyToOne(Character).primary().deleteRule('cascade');

/** From the sections `mythic-keystone` and `mythic-keystone-season`. */
export const KeystoneRun = defineEntity({
  name: 'KeystoneRun',
  properties: {
    character,
    completedAt: instant().primary(),
    dungeonId: p.integer().primary(),
    dungeonName: p.text(),
    level: p.smallint(),
    durationMs: p.integer().nullable(),
    inTime: p.boolean(),
    rating: p.double().nullable(),
    /** Where the document named it. */
    seasonId: p.integer().nullable(),
  },
});

/** From the section `raids`: the last kill of an encounter as of each document, no older than half a year then. */
export const BossKill = defineEntity({
  name: 'BossKill',
  properties: {
    character,
    killedAt: instant().primary(),
    encounterId: p.integer().primary(),
    difficulty: p.text().primary(),
    instanceId: p.integer(),
    /** How often the character had defeated it by then. */
    kills: p.integer(),
    /** Whether the document listed the instance under the current season. */
    inSeason: p.boolean(),
  },
});

/** From the section `world`: a count of the platform's and when it reached that. */
export const WorldCount = defineEntity({
  name: 'WorldCount',
  properties: {
    character,
    activity: p.enum(['delves']).primary(),
    countedAt: instant().primary(),
    count: p.integer(),
  },
});
