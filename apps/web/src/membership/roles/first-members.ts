import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

export const PAGE_SIZE = 200;

/** They go in one request with the guild, before the code that reads all members has arrived. */
export const firstMembers = (id: string) =>
  api.members.list.queryOptions({ id, locale: gameLocale(), page: 1, pageSize: PAGE_SIZE });
