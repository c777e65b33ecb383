import { defineEntity, p } from '@mikro-orm/core';
import { createdAt } from '../db/columns.ts';

/** Messages between processes that are too large for a notification; the socket.io adapter writes and clears them. */
export const SocketAttachment = defineEntity({
  name: 'SocketAttachment',
  tableName: 'socket_io_attachments',
  properties: { id: p.bigint().primary().autoincrement(), createdAt: createdAt(), payload: p.blob() },
});
