/**
 * The official dashboard of pg-boss, loaded when an administrator opens it: it brings a page renderer and a connection of its
 * own, which other processes can do without.
 */
import type { DashboardHandler } from '@pg-boss/dashboard/handler';

export const DASHBOARD_PATH = '/admin/queues';

export type QueueDashboard = ReturnType<typeof createQueueDashboard>;

export function createQueueDashboard(databaseUrl: string) {
  let handler: Promise<DashboardHandler> | undefined;
  const load = async () => {
    const { createDashboardHandler } = await import('@pg-boss/dashboard/handler');
    return createDashboardHandler({ databases: [{ url: databaseUrl, name: 'Guildhall' }], basePath: DASHBOARD_PATH });
  };
  return {
    async answer(request: Request): Promise<Response> {
      handler ??= load();
      return (await handler)(request);
    },
    close: async () => (await handler)?.close(),
  };
}
