import type { TextType } from '@guildhall/contracts/text.ts';
import { api, queryClient } from '../../api/client.ts';

/** In the order of the tabs. */
export const TEXT_TYPES = ['motd', 'rules', 'loot_rules', 'raid_info', 'description', 'recruitment'] as const;

export const postsQuery = (id: string, page: number) => api.posts.list.queryOptions({ id, page, pageSize: 20 });
export const postQuery = (id: string) => api.posts.get.queryOptions({ id });
export const textsQuery = (id: string) => api.texts.get.queryOptions({ id });
export const versionsQuery = (id: string, type: TextType, page: number) =>
  api.texts.versions.queryOptions({ id, type, page, pageSize: 50 });

export const invalidatePosts = () =>
  Promise.all([api.posts, api.week].map((part) => queryClient.invalidateQueries({ queryKey: part.pathKey() })));

/** The description of a guild is one of its texts. */
export const invalidateTexts = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.texts.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.organizations.get.pathKey() }),
  ]);
