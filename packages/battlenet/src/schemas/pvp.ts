import { z } from 'zod';
import { Int, OptionalLink, orEmpty, orNull, Reference, stating } from './primitives.ts';

const Matches = z.object({ played: orNull(Int), won: orNull(Int), lost: orNull(Int) });

/** GET …/pvp-summary. `brackets` links the brackets the character played; use only the last segment of each link. */
export type CharacterPvpSummary = z.infer<typeof CharacterPvpSummary>;
export const CharacterPvpSummary = stating(
  ['honor_level', 'honorable_kills', 'pvp_map_statistics', 'brackets'],
  z.object({
    honor_level: orNull(Int),
    honorable_kills: orNull(Int),
    pvp_map_statistics: orEmpty(z.object({ world_map: orNull(Reference), match_statistics: orNull(Matches) })),
    brackets: orEmpty(OptionalLink),
  }),
);

/**
 * GET …/pvp-bracket/{bracket}; 404 when the character never played it. Brackets played in rounds have rounds and a
 * specialization.
 */
export type CharacterPvpBracket = z.infer<typeof CharacterPvpBracket>;
export const CharacterPvpBracket = stating(
  ['rating', 'season_match_statistics'],
  z.object({
    bracket: orNull(z.object({ type: orNull(z.string()) })),
    rating: orNull(z.number()),
    season: orNull(z.object({ id: Int })),
    specialization: orNull(Reference),
    season_match_statistics: orNull(Matches),
    weekly_match_statistics: orNull(Matches),
    season_round_statistics: orNull(Matches),
    weekly_round_statistics: orNull(Matches),
  }),
);
