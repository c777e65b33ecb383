import type { IncomingMessage } from 'node:http';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { createGate } from '../core/gate.ts';
import { readUpload } from '../core/uploads.ts';
import { MAX_UPLOAD_BYTES } from './picture-shapes.ts';

/** The field of every form that uploads a picture. */
const FIELD = 'image';

/** So many files of five megabytes may lie in memory; further uploads wait in the network, unread. */
const inTurn = createGate({ atOnce: 6, waiting: 100 });

/** Counts an upload against the caller's limit, takes it in, and hands the bytes on to the verb they are for. */
export async function receiveImage<T>(
  ctx: AppContext,
  actor: Actor,
  req: IncomingMessage,
  verb: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  await ctx.limits.take('upload', actor.userId);
  return inTurn(async () => verb(await readUpload(req, { field: FIELD, maxBytes: MAX_UPLOAD_BYTES })));
}
