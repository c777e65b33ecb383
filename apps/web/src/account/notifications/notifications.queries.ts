import { api, queryClient } from '../../api/client.ts';

export const unreadCount = () => api.notifications.unread.queryOptions({});

export const invalidateNotifications = () => queryClient.invalidateQueries({ queryKey: api.notifications.pathKey() });
