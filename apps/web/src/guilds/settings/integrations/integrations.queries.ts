import { api, queryClient } from '../../../api/client.ts';

export const webhooksQuery = (id: string) => api.webhooks.list.queryOptions({ id });
export const servicesQuery = (id: string) => api.services.list.queryOptions({ id });

export const invalidateWebhooks = () => queryClient.invalidateQueries({ queryKey: api.webhooks.pathKey() });
export const invalidateServices = () => queryClient.invalidateQueries({ queryKey: api.services.pathKey() });
