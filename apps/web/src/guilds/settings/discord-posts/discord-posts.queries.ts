import { api, queryClient } from '../../../api/client.ts';

export const discordQuery = (id: string) => api.discordPosts.get.queryOptions({ id });
export const channelsQuery = (id: string) => ({ ...api.discordPosts.channels.queryOptions({ id }), retry: false });

export const invalidateDiscord = () => queryClient.invalidateQueries({ queryKey: api.discordPosts.pathKey() });
