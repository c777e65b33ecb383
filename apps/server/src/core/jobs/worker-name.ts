import { randomUUID } from 'node:crypto';

/** How the queue's connections of worker processes are named in the database, so that the processes can be counted. */
export const WORKER_NAME = 'guildhall-worker';

/** A name of this process alone. */
export const queueConnectionName = (isWorker: boolean) =>
  isWorker ? `${WORKER_NAME}-${randomUUID().slice(0, 13)}` : 'guildhall-web';
