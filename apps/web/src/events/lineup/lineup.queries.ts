import type { LineupListView } from '@guildhall/contracts/lineup.ts';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

/** A line-up in an address of the service. */
export const refOf = (boss: number | undefined) => (boss === undefined ? 'all' : `${boss}`);

export const lineupsQuery = (event: string) => api.lineups.list.queryOptions({ id: event, locale: gameLocale() });
export const lineupQuery = (event: string, boss: number | undefined) =>
  api.lineups.get.queryOptions({ id: event, encounterId: refOf(boss), locale: gameLocale() });

type Listed = LineupListView['lineups'][number];

/** The version that the reader sees. The list is behind it until it is read again after a save. */
export const shownVersion = (event: string, { encounter, version }: Pick<Listed, 'encounter' | 'version'>) =>
  Math.max(version, queryClient.getQueryData(lineupQuery(event, encounter?.id).queryKey)?.version ?? 0);
