import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

export const memberQuery = (guild: string, userId: string) =>
  api.memberPages.get.queryOptions({ id: guild, userId, locale: gameLocale() });
