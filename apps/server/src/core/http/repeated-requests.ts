/** Requests that create something and may be sent twice: only the first with a given `Idempotency-Key` creates it. */
import type { Actor } from '../actor.ts';
import type { Sql } from '../db/sql.ts';
import { query, statement } from '../db/statement.ts';
import { AppError, badRequest } from '../errors.ts';
import { hashToken } from '../secrets.ts';
import { answerStatus, type RequestContext } from './trpc.ts';

/** Null for a request without a key. */
export type RepeatableRequest = { keyHash: string; fingerprint: string; replayed(): void } | null;

const KEY = /^[\x20-\x7e]{1,255}$/;

/** `name` is the procedure's, `input` its input. Throws BAD_REQUEST. */
export function repeatableRequest(
  { res }: Pick<RequestContext, 'res'>,
  name: string,
  input: unknown,
): RepeatableRequest {
  const key = res.req.get('Idempotency-Key');
  if (key === undefined) return null;
  if (!KEY.test(key)) {
    throw badRequest('invalid_input', 'An Idempotency-Key has 1 to 255 visible characters of ASCII.');
  }
  return {
    keyHash: hashToken(key),
    fingerprint: hashToken(JSON.stringify([name, input])),
    replayed: () => {
      res.setHeader('Idempotent-Replayed', 'true');
      answerStatus(res, 200);
    },
  };
}

/** A simultaneous request with the same key waits here for the first. */
const CLAIM = statement`
  insert into created_by_key as k (user_id, key_hash, fingerprint, created) values ($1, $2, $3, $4)
  on conflict (user_id, key_hash) do update
    set fingerprint = excluded.fingerprint, created = excluded.created, created_at = now()
    where k.created_at < now() - interval '24 hours'`;
const EARLIER = query({ fingerprint: 'text', created: 'uuid[]' })`
  select fingerprint, created from created_by_key where user_id = $1 and key_hash = $2`;

/**
 * Call in the creating transaction, after checking rights and before writing. Returns the ids created by the first
 * request with this key; undefined for the first request itself, whose `ids` it stores. Throws UNPROCESSABLE_CONTENT.
 */
export async function createdEarlier(
  sql: Sql,
  { userId, service }: Actor,
  request: RepeatableRequest,
  ids: string[],
): Promise<string[] | undefined> {
  if (request === null) return undefined;
  const { fingerprint } = request;
  // The person and each service that acts for them may choose the same key.
  const keyHash = service ? hashToken(`${service.id} ${request.keyHash}`) : request.keyHash;
  const claimed = await sql.run(CLAIM, [userId, keyHash, fingerprint, ids]);
  if (claimed > 0) return undefined;
  const earlier = await sql.maybe(EARLIER, [userId, keyHash]);
  if (earlier?.fingerprint !== fingerprint) {
    throw new AppError(
      'UNPROCESSABLE_CONTENT',
      'idempotency_key_reused',
      'This Idempotency-Key came with another request within the last day. Send a new key with every new request.',
    );
  }
  request.replayed();
  return earlier.created;
}
