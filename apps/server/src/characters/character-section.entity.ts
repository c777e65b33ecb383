import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instant } from '../core/columns.ts';
import { Character } from './character.entity.ts';

/** One section of a character's platform data, and how fresh it is. */
export const CharacterSection = defineEntity({
  name: 'CharacterSection',
  properties: {
    character: () => p.manyToOne(Character).primary().deleteRule('cascade'),
    section: p.text().primary(),
    status: p.enum(['ok', 'not_found', 'failed']),
    /** When the platform last gave the data that are stored. */
    fetchedAt: instant().nullable(),
    lastModified: p.text().nullable(),
    /** When it is due again at the latest; sweeps look for it. */
    nextAt: instant().nullable().index(),
    /** Since when the platform has answered that there is no such thing. */
    missingSince: instant().nullable(),
    /** Our own document, in the shape that the enrichment gives it. */
    data: p.json<object>().nullable(),
  },
});
export type CharacterSection = InferEntity<typeof CharacterSection>;
