import { z } from 'zod';
import { Int, LocalizedText, orEmpty, orNull, Reference, SmallInt, TypedName } from './primitives.ts';

/** The journal sends RAID or DUNGEON without a name. */
const Category = z.object({ type: z.string() });

/**
 * GET /data/wow/journal-expansion/index. Not in chronological order, and not only expansions: "Current Season" repeats
 * instances of others.
 */
export type JournalExpansionsIndex = z.infer<typeof JournalExpansionsIndex>;
export const JournalExpansionsIndex = z.object({ tiers: z.array(Reference) });

/** GET /data/wow/journal-expansion/{id}. A reworked instance is listed by two expansions. */
export type JournalExpansion = z.infer<typeof JournalExpansion>;
export const JournalExpansion = z.object({
  id: Int,
  name: LocalizedText,
  dungeons: orEmpty(Reference),
  raids: orEmpty(Reference),
});

/** GET /data/wow/journal-instance/index: every instance, including those that no expansion lists. */
export type JournalInstancesIndex = z.infer<typeof JournalInstancesIndex>;
export const JournalInstancesIndex = z.object({ instances: z.array(Reference) });

/** GET /data/wow/journal-instance/{id}. Encounters are in journal order; most documents predate `order_index`. */
export type JournalInstance = z.infer<typeof JournalInstance>;
export const JournalInstance = z.object({
  id: Int,
  name: LocalizedText,
  description: LocalizedText,
  category: orNull(Category),
  expansion: orNull(Reference),
  encounters: orEmpty(Reference),
  minimum_level: orNull(SmallInt),
  order_index: orNull(SmallInt),
  /** The difficulties; the game counts what is defeated in the tracked ones. */
  modes: orEmpty(z.object({ mode: TypedName, is_tracked: orNull(z.boolean()) })),
});

/** GET /data/wow/journal-encounter/index. */
export type JournalEncountersIndex = z.infer<typeof JournalEncountersIndex>;
export const JournalEncountersIndex = z.object({ encounters: z.array(Reference) });

/** GET /data/wow/journal-encounter/{id}. We keep the introduction and the loot: abilities would fill a book. */
export type JournalEncounter = z.infer<typeof JournalEncounter>;
export const JournalEncounter = z.object({
  id: Int,
  name: LocalizedText,
  description: LocalizedText,
  instance: orNull(Reference),
  category: orNull(Category),
  /** Its drops at any difficulty. A list that cannot be read fails no document. */
  items: orEmpty(z.object({ item: Reference })).catch([]),
});
