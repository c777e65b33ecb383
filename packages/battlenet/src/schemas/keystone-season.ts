import { z } from 'zod';
import { Int, LocalizedText, orNull, Timestamp } from './primitives.ts';

const Season = z.object({ id: Int });

/** GET /data/wow/mythic-keystone/season/index. Between two seasons there is no current one. */
export type KeystoneSeasonsIndex = z.infer<typeof KeystoneSeasonsIndex>;
export const KeystoneSeasonsIndex = z.object({ seasons: z.array(Season), current_season: orNull(Season) });

/** GET /data/wow/mythic-keystone/season/{id}. The current one has no end, and early ones have no name. */
export type KeystoneSeason = z.infer<typeof KeystoneSeason>;
export const KeystoneSeason = z.object({
  id: Int,
  /** Milliseconds since 1970. */
  start_timestamp: orNull(Timestamp),
  end_timestamp: orNull(Timestamp),
  season_name: LocalizedText,
});
