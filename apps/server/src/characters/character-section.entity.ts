import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instant } from '../core/columns.ts';
import { Character } from './character.entity.ts';

/** Freshness of one section of a character's platform data. */
export const CharacterSection = defineEntity({
  name: 'CharacterSection',
  properties: {
    character: () => p.manyToOne(Character).primary().deleteRule('cascade'),
    section: p.text().primary(),
    status: p.enum(['ok', 'not_found', 'failed']),
    /** When the platform last gave the data that are stored. */
    fetchedAt: instant().nullable(),
    lastModified: p.text().nullable(),
    nextAt: instant().nullable(),
  },
});
export type CharacterSection = InferEntity<typeof CharacterSection>;
