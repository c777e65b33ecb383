import type { EventTime } from '@guildhall/contracts/event.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';

export const eventQuery = (id: string) => api.events.get.queryOptions({ id });

/** The most that the service gives at once; an event rarely has more answers. */
export const participationsQuery = (id: string) => api.participations.list.queryOptions({ id, pageSize: 200 });

export const agendaQuery = (guild: string, when: EventTime, page: number) =>
  api.events.list.queryOptions({ id: guild, when, page, pageSize: 50 });

const LOG_PAGE = 20;
export const eventLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...api.events.pathKey(), 'log', id],
    queryFn: ({ pageParam }) => client.events.log.query({ id, page: pageParam, pageSize: LOG_PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.totalPages ? pagination.page + 1 : undefined),
  });

export async function refreshEvents(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.events.pathKey() }),
    queryClient.invalidateQueries({ queryKey: api.participations.pathKey() }),
  ]);
}
