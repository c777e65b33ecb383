import type { CharacterPvpBracket, CharacterPvpSummary } from '@guildhall/battlenet/schemas/pvp.ts';
import type { Matches, PvpBracket } from '@guildhall/contracts/character-progress.ts';
import { namedRef } from '../../../reference/game-data/names.ts';

export type PvpDocument = ReturnType<typeof pvpDocument>;

export function pvpDocument(raw: CharacterPvpSummary) {
  return {
    honorLevel: raw.honor_level,
    honorableKills: raw.honorable_kills,
    maps: raw.pvp_map_statistics.flatMap(({ world_map, match_statistics }) => {
      const map = namedRef(world_map, 'Map');
      return map ? [{ ...map, ...matchesOf(match_statistics) }] : [];
    }),
    /** The played ones, named as their addresses do. */
    brackets: [...new Set(raw.brackets.flatMap((link) => (link && bracketIn(link.href)) ?? []))].slice(
      0,
      MOST_BRACKETS,
    ),
  };
}

/** One per kind of team and specialization of a class: far more than a player has. */
const MOST_BRACKETS = 20;
const BRACKET = /\/pvp-bracket\/([a-z0-9-]{1,60})$/;

const bracketIn = (href: string): string | undefined => BRACKET.exec(URL.parse(href)?.pathname ?? '')?.[1];

export function pvpBracketDocument(raw: CharacterPvpBracket): PvpBracket {
  return {
    type: raw.bracket?.type ?? null,
    rating: raw.rating,
    seasonId: raw.season?.id ?? null,
    specialization: namedRef(raw.specialization, 'Specialization'),
    season: matchesOf(raw.season_match_statistics),
    week: matchesOf(raw.weekly_match_statistics),
    seasonRounds: raw.season_round_statistics && matchesOf(raw.season_round_statistics),
    weekRounds: raw.weekly_round_statistics && matchesOf(raw.weekly_round_statistics),
  };
}

function matchesOf(statistics: CharacterPvpBracket['season_match_statistics']): Matches {
  return { played: statistics?.played ?? 0, won: statistics?.won ?? 0, lost: statistics?.lost ?? 0 };
}
