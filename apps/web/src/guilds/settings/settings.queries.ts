import { api, queryClient } from '../../api/client.ts';

export const TABS = ['general', 'logo', 'attendance', 'logs', 'chat', 'integrations', 'sync', 'danger'] as const;
export type SettingsTab = (typeof TABS)[number];

export const logoQuery = (id: string) => api.logos.get.queryOptions({ id });
export const inChatServerQuery = (id: string) => ({ ...api.chat.inServer.queryOptions({ id }), retry: false });

export const invalidateGuild = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.organizations.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.logos.pathKey() }),
  ]);
