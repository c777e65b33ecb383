import type { IncomingMessage } from 'node:http';
import type { Actor } from '../core/actor.ts';
import { createGate } from '../core/gate.ts';
import { readUpload } from '../core/http/uploads.ts';
import type { AppContext } from '../core/services/context.ts';
import { MAX_UPLOAD_BYTES } from './picture-shapes.ts';

/** The field of every form that uploads a picture. */
const FIELD = 'image';

/**
 * The megabytes of uploads that may be in memory. Each person uploads one picture at a time, so that their slow uploads
 * delay nobody else. Further ones wait in the network, unread, and are told to come back before the request times out.
 */
const inTurn = createGate({ capacity: 15, waiting: 200, patienceMs: 15_000 });

/**
 * Counts an upload against the caller's limit, receives it, and passes the bytes to the verb. Throws TOO_MANY_REQUESTS,
 * SERVICE_UNAVAILABLE `busy`, and the errors of the form and the verb.
 */
export async function receiveImage<T>(
  ctx: AppContext,
  actor: Actor,
  req: IncomingMessage,
  verb: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  await ctx.limits.take('upload', actor.userId);
  const receive = async () => verb(await readUpload(req, { field: FIELD, maxBytes: MAX_UPLOAD_BYTES }));
  return inTurn(megabytesOf(req), receive, actor.userId);
}

/** The declared size up to the maximum, or the maximum if none is declared. */
function megabytesOf({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length'] ?? MAX_UPLOAD_BYTES);
  return Math.max(1, Math.ceil(Math.min(declared || 0, MAX_UPLOAD_BYTES) / (1024 * 1024)));
}
