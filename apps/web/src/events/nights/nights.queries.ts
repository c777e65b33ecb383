import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { refreshEvents } from '../event/events.queries.ts';

export const nightQuery = (id: string) => api.nights.get.queryOptions({ id, locale: gameLocale() });
export const progressQuery = (id: string) => api.nights.progress.queryOptions({ id, locale: gameLocale() });

export const invalidateNights = () => queryClient.invalidateQueries({ queryKey: api.nights.pathKey() });

/** After attendance was recorded, which the event shows too. */
export const refreshAttendance = () => Promise.all([invalidateNights(), refreshEvents()]);
