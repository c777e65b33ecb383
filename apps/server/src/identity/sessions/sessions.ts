/**
 * Sessions on lucia. The library is deprecated, so only this file knows it; the rest of the service sees `Sessions`.
 * The token is hashed here, outside the adapter, so that the database never holds a usable token.
 */

import { TokenScope } from '@guildhall/contracts/auth.ts';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import { unauthenticated } from '../../core/errors.ts';
import { hashToken, randomToken } from '../../core/secrets.ts';
import type { BotToken, Sessions } from '../../core/services/ports.ts';
import { uuidv7 } from '../../core/uuid.ts';

const DAY_MS = 24 * 3600_000;
const LIFETIME_DAYS = 30;
const ABSOLUTE_LIFETIME_DAYS = 180;
const ACTIVITY_EVERY_MS = 60_000;
const USER_AGENT_LENGTH = 300;

type SessionAttributes = {
  handle: string;
  label: string | null;
  scope: 'read' | 'write';
  slides: boolean;
  createdAt: Date;
  lastUsedAt: Date;
  /** The stored expiry. The library is told another one for a session that must not be extended. */
  endsAt?: Date | undefined;
};
type UserAttributes = { displayName: string; isAdmin: boolean };

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

export function createSessions(sql: Sql, onError: (error: unknown) => void): Sessions {
  const lucia = new Lucia(createAdapter(sql), {
    sessionExpiresIn: new TimeSpan(LIFETIME_DAYS, 'd'),
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
  return {
    create: (userId, bot, userAgent) => openSession(sql, userId, bot, userAgent),
    async authenticate(token) {
      const { session, user } = await lucia.validateSession(hashToken(token));
      if (!session) return null;
      if (Date.now() - session.lastUsedAt.getTime() > ACTIVITY_EVERY_MS) {
        sql.run(USED, [session.id]).catch(onError);
      }
      const { handle, label, scope, createdAt, fresh: extended } = session;
      const expiresAt = extended ? soonerOf(session.expiresAt, lastMoment(createdAt)) : (session.endsAt ?? NEVER);
      return {
        actor: {
          userId: user.id,
          displayName: user.displayName,
          isAdmin: user.isAdmin && label === null,
          sessionId: handle,
          signedInAt: createdAt,
          botScope: label === null ? null : scope,
        },
        session: { id: handle, label, expiresAt, createdAt },
        extended,
      };
    },
    async whyRefused(token) {
      const expired = await sql.run(FIND, [hashToken(token)]);
      return expired > 0 ? 'session_expired' : 'invalid_session';
    },
    end: (token) => lucia.invalidateSession(hashToken(token)),
    async alive(ids) {
      return new Set((await sql.many(ALIVE, [ids])).map(({ id }) => id));
    },
  };
}

/** In the given transaction, if there is one. Sign-ins beyond the most recently used hundred end. */
export async function openSession(sql: Sql, userId: string, bot?: BotToken, userAgent?: string) {
  const token = randomToken();
  const id = uuidv7();
  const days = bot?.days ?? LIFETIME_DAYS;
  const now = new Date();
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  const { label = null, scope = 'write' } = bot ?? {};
  const named = userAgent?.slice(0, USER_AGENT_LENGTH) ?? null;
  const values = [hashToken(token), id, userId, label, scope, !bot, expiresAt, now, now, named];
  if ((await sql.run(OPEN, values)) === 0) throw unauthenticated();
  if (!bot) await sql.run(END_OLDEST, [userId]);
  return { id, token, expiresAt };
}

/** The library extends sessions in the second half of their life; a final expiry reported as never prevents that. */
const NEVER = new Date(8.64e15);

const lastMoment = (createdAt: Date) => new Date(createdAt.getTime() + ABSOLUTE_LIFETIME_DAYS * DAY_MS);
const soonerOf = (a: Date, b: Date) => (a < b ? a : b);

/** In hours, which have the same length in every time zone. */
const ABSOLUTE_LIFETIME = `interval '${ABSOLUTE_LIFETIME_DAYS * 24} hours'`;

export const IS_LIVE_SESSION = `expires_at > now() and created_at > now() - ${ABSOLUTE_LIFETIME}`;

const ALIVE = query({ id: 'uuid' })`select id from session where id = any($1) and ${IS_LIVE_SESSION}`;

const SESSION_AND_USER = query({
  handle: 'uuid',
  label: 'text?',
  scope: text(TokenScope.options),
  slides: 'bool',
  expiresAt: 'instant',
  createdAt: 'instant',
  lastUsedAt: 'instant',
  extendable: 'bool',
  userId: 'uuid',
  displayName: 'text',
  isAdmin: 'bool',
})`
  select s.id as handle, s.label, s.scope, s.slides, s.expires_at as "expiresAt", s.created_at as "createdAt",
    s.last_used_at as "lastUsedAt", s.slides and s.expires_at < s.created_at + ${ABSOLUTE_LIFETIME} as extendable,
    u.id as "userId", u.display_name as "displayName", u.is_admin as "isAdmin"
  from (select * from session where token_hash = $1 and ${IS_LIVE_SESSION}) s join person u on u.id = s.user_id`;

/** The lock waits for an erasure that has begun: no foreign key refuses a person whose row is still there. */
const OPEN = statement`
  insert into session (token_hash, id, user_id, label, scope, slides, expires_at, created_at, last_used_at, user_agent)
  select $1, $2, u.id, $4, $5, $6, $7, $8, $9, $10 from person u where u.id = $3 for key share of u`;

const MOST_SIGN_INS = 100;
const END_OLDEST = statement`
  with oldest as (
    select id, token_hash from session where user_id = $1 and label is null
    order by last_used_at desc, id desc offset ${MOST_SIGN_INS}
  ), feeds as (delete from calendar_feed f using oldest o where f.session_id = o.id)
  delete from session s using oldest o where s.token_hash = o.token_hash`;

/** An update, never an upsert: a session that was just revoked must not come back. */
const EXTEND = statement`
  update session set expires_at = least($2, created_at + ${ABSOLUTE_LIFETIME})
  where token_hash = $1 and slides`;

const FIND = statement`select from session where token_hash = $1`;
const USED = statement`update session set last_used_at = now() where token_hash = $1`;
const END = statement`delete from session where token_hash = $1`;

const unused = () => Promise.reject(new Error('Nothing here asks the library for this'));

function createAdapter(sql: Sql): Adapter {
  return {
    async getSessionAndUser(tokenHash) {
      const row = await sql.maybe(SESSION_AND_USER, [tokenHash]);
      if (!row) return [null, null];
      const { userId, displayName, isAdmin, extendable, handle, label, scope, slides } = row;
      const endsAt = new Date(row.expiresAt);
      const times = { createdAt: new Date(row.createdAt), lastUsedAt: new Date(row.lastUsedAt), endsAt };
      const attributes = { handle, label, scope, slides, ...times };
      return [
        { id: tokenHash, userId, expiresAt: extendable ? endsAt : NEVER, attributes },
        { id: userId, attributes: { displayName, isAdmin } },
      ];
    },
    setSession: unused,
    async updateSessionExpiration(tokenHash, expiresAt) {
      await sql.run(EXTEND, [tokenHash, expiresAt]);
    },
    async deleteSession(tokenHash) {
      await sql.run(END, [tokenHash]);
    },
    getUserSessions: unused,
    deleteUserSessions: unused,
    deleteExpiredSessions: unused,
  };
}
