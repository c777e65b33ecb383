import { z } from 'zod';
import { Int, LocalizedText, orEmpty, Reference } from './primitives.ts';

/** GET /data/wow/reputation-faction/index, including internal rows ("[DNT] …") and duplicate names. */
export type ReputationFactionsIndex = z.infer<typeof ReputationFactionsIndex>;
export const ReputationFactionsIndex = z.object({ factions: orEmpty(Reference), root_factions: orEmpty(Reference) });

/** GET /data/wow/reputation-faction/{id}; a faction that groups others lists them. */
export type ReputationFaction = z.infer<typeof ReputationFaction>;
export const ReputationFaction = z.object({
  id: Int,
  name: LocalizedText,
  description: LocalizedText,
  factions: orEmpty(Reference),
});
