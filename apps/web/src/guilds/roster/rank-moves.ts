import type { RosterEntryView } from '@guildhall/contracts/organization.ts';
import { useMemo, useRef } from 'react';

export type RankMove = 'promoted' | 'demoted';

/** Rank changes since the page was opened, so that a sync's changes are visible in the list. */
export function useRankMoves(members: readonly RosterEntryView[]): ReadonlyMap<string, RankMove> {
  const seen = useRef(new Map<string, number>());
  return useMemo(() => {
    const moves = new Map<string, RankMove>();
    for (const { id, rank } of members) {
      const before = seen.current.get(id);
      if (before === undefined) seen.current.set(id, rank);
      else if (rank !== before) moves.set(id, rank < before ? 'promoted' : 'demoted');
    }
    return moves;
  }, [members]);
}
