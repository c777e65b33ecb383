/** The search parameters of a character's page; each tab reads its own. */
import { oneOf, text } from '../../routes/search-params.ts';

export const TABS = [
  'overview',
  'equipment',
  'build',
  'raids',
  'keystone',
  'reputations',
  'professions',
  'pvp',
  'achievements',
  'statistics',
  'simc',
] as const;
export type Tab = (typeof TABS)[number];

export type ViewSearch = {
  q?: string | undefined;
  expansion?: string | undefined;
  category?: 'raid' | 'dungeon' | undefined;
  standing?: string | undefined;
};

export const viewSearch = (search: Record<string, unknown>): ViewSearch => ({
  q: text(search.q),
  expansion: text(search.expansion),
  category: oneOf(search.category, ['raid', 'dungeon']),
  standing: text(search.standing),
});

export type ViewProps = { id: string; search: ViewSearch; onSearch(changes: ViewSearch): void };
