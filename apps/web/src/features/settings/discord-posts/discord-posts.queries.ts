import { api, queryClient } from '../../../api/client.ts';

export const discordQuery = (id: string) => api.discord.get.queryOptions({ id });
export const channelsQuery = (id: string) => ({ ...api.discord.channels.queryOptions({ id }), retry: false });

export const rereadDiscord = () => queryClient.invalidateQueries({ queryKey: api.discord.pathKey() });
