import { randomUUID } from 'node:crypto';

/** The database name of worker connections, by which worker processes are counted. */
export const WORKER_NAME = 'guildhall-worker';

/** Unique to this process. */
export const queueConnectionName = (isWorker: boolean) =>
  isWorker ? `${WORKER_NAME}-${randomUUID().slice(0, 13)}` : 'guildhall-web';
