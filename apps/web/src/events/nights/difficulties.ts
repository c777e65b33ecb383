import type { NightsWords } from './nights.words.ts';

/** Undefined for one that Warcraft Logs numbers and nothing here names. */
export const difficultyOf = ({ difficulties }: NightsWords, difficulty: number): string | undefined =>
  difficulties[String(difficulty) as keyof NightsWords['difficulties']];
