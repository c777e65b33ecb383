import { api } from '../../api/client.ts';

export const templatesQuery = (guild: string) => api.eventTemplates.list.queryOptions({ id: guild });
