/** The baseline's session check: the service's statement and token hashing, without the session library. */
import type pg from 'pg';
import { SESSION_AND_USER } from '../../apps/server/src/auth/sessions.ts';
import { hashToken } from '../../apps/server/src/core/secrets.ts';

/** Runs a named prepared statement; the caller knows the columns. */
export type Query = <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

type SessionRow = { tokenHash: string; userId: string; isAdmin: boolean; expiresAt: Date; lastUsedAt: Date };

export type SignedInUser = { id: string; isAdmin: boolean };

const ACTIVITY_EVERY_MS = 60_000;
const TOUCH = 'update session set last_used_at = now() where token_hash = $1';

export async function signedInUser(query: Query, authorization = ''): Promise<SignedInUser | undefined> {
  const [, token] = /^bearer +([A-Za-z0-9_-]{43})$/i.exec(authorization) ?? [];
  if (token === undefined) return undefined;
  const [session] = await query<SessionRow>('session', SESSION_AND_USER.text, [hashToken(token)]);
  const now = Date.now();
  if (!session || session.expiresAt.getTime() <= now) return undefined;
  if (now - session.lastUsedAt.getTime() > ACTIVITY_EVERY_MS) {
    query('touch', TOUCH, [session.tokenHash]).catch((error: unknown) => console.error(error));
  }
  return { id: session.userId, isAdmin: session.isAdmin };
}
