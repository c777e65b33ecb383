import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

/** A line-up in an address of the service. */
export const refOf = (boss: number | undefined) => (boss === undefined ? 'all' : `${boss}`);

export const lineupsQuery = (event: string) => api.lineups.list.queryOptions({ id: event, locale: gameLocale() });
export const lineupQuery = (event: string, boss: number | undefined) =>
  api.lineups.get.queryOptions({ id: event, encounterId: refOf(boss), locale: gameLocale() });
