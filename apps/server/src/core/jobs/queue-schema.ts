import { statement } from '../db/statement.ts';

/** Fails unless the queue has been installed. */
export const QUEUE_SCHEMA = statement`select from pgboss.version`;
