import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

export const myJobsQuery = (id: string) => api.planNotes.myJobs.queryOptions({ id, locale: gameLocale() });
/** `encounterId` is the journal's id of a boss, or `all`. */
export const noteQuery = (id: string, encounterId: string) => api.planNotes.get.queryOptions({ id, encounterId });

export const invalidatePlan = () => queryClient.invalidateQueries({ queryKey: api.planNotes.pathKey() });
