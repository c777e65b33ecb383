import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RosterChangeView } from '@guildhall/contracts/roster.ts';
import { useRankName } from './rank-name.ts';
import { rosterWords } from './roster.words.ts';

/** Describes one roster change in a sentence. */
export function useChangeWords({ roles }: OrganizationView): (change: RosterChangeView) => string {
  const { history: words } = rosterWords.use();
  const rankName = useRankName();
  const named = (text: string | null) => {
    const rank = Number(text);
    return rankName({ rank, rankName: roles.find(({ gameRank }) => gameRank === rank)?.name ?? `Rank ${rank}` });
  };
  return ({ kind, before, after }) => {
    switch (kind) {
      case 'joined':
        return words.joined({ rank: named(after) });
      case 'returned':
        return words.returned({ rank: named(after) });
      case 'left':
        return words.leftAs({ rank: named(before) });
      case 'rank':
        return Number(after) < Number(before)
          ? words.promoted({ rank: named(after) })
          : words.demoted({ rank: named(after) });
      case 'level':
        return words.level({ level: after ?? '' });
      case 'renamed':
        return words.renamed({ before: before ?? '' });
      case 'transferred':
        return words.transferred({ before: before ?? '', after: after ?? '' });
    }
  };
}
