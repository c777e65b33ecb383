import { rosterWords } from './roster.words.ts';

type Ranked = { rank: number; rankName: string };

/** The guild’s own name of a rank; the service’s placeholders are translated. */
export function useRankName(): (ranked: Ranked) => string {
  const words = rosterWords.use();
  return ({ rank, rankName }) =>
    rankName === `Rank ${rank}` || rankName === `Guild Master (rank ${rank})` ? words.rankNumber({ rank }) : rankName;
}
