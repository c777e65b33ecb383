import { api, queryClient } from '../../api/client.ts';

export const invitesQuery = (id: string) => api.invites.list.queryOptions({ id });
/** An invite may have been used up in the meantime. */
export const previewQuery = (code: string) => ({ ...api.invites.preview.queryOptions({ code }), staleTime: 0 });

export const invalidateInvites = () => queryClient.invalidateQueries({ queryKey: api.invites.pathKey() });
