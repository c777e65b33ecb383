/** Questions of the pages of events about the viewer. */
import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

export const myCharacters = () => api.characters.list.queryOptions({ locale: gameLocale() });
export const myAbsences = () => api.absences.mine.queryOptions({});
