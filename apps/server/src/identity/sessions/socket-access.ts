/** Checks for the socket gateway: the same origin rule and the same sessions as HTTP, and rooms by membership. */

import { query } from '../../core/db/statement.ts';
import { networkOf } from '../../core/http/client-address.ts';
import type { SocketAccess } from '../../core/realtime/realtime.ts';
import type { AppContext } from '../../core/services/context.ts';
import { currentSyncSessions, findSyncSession } from '../../core/syncs/sync-session.ts';
import { allowedOrigins } from './authenticate.ts';
import { isBearer, readCredentials, sessionCookieName } from './credentials.ts';
import { usesHttps } from './session-cookie.ts';

/** Members hear what happens in their organization; some messages are only for holders of a permission. */
const ROOMS = query({ userId: 'uuid', room: 'text' })`
  select id as "userId", 'user:' || id as room from person where id = any($1)
  union all
  select id, 'admin' from person where id = any($1) and is_admin
  union
  select user_id, 'organization:' || organization_id from current_member where user_id = any($1)
  union
  select h.user_id, p.room || h.organization_id from held_role h
  join (values ('canViewRoster', 'roster:'), ('canViewOfficerData', 'officers:'), ('canManageEvents', 'planners:'))
    p(permission, room) on h.is_founder or p.permission = any(h.permissions)
  where h.user_id = any($1)`;

export function socketAccessOf(ctx: AppContext): SocketAccess {
  const origins = allowedOrigins(ctx);
  const cookieName = sessionCookieName(usesHttps(ctx.config));
  return {
    /** As over HTTP: a connection with a cookie has to come from one of our pages; a token is proof enough. */
    allowsOrigin({ headers }) {
      if (headers.cookie === undefined || isBearer(headers.authorization)) return true;
      if (headers.origin !== undefined) return origins.has(headers.origin);
      return headers['sec-fetch-site'] === 'same-origin';
    },
    networkOf: (request) => networkOf(request, ctx.config.trustProxyHops),
    async authenticate(request, token) {
      const credentials = readCredentials(request, cookieName, token);
      if (credentials.kind !== 'token') return null;
      return (await ctx.sessions.authenticate(credentials.token))?.actor ?? null;
    },
    async rooms(userIds) {
      const rows = await ctx.sql.many(ROOMS, [userIds]);
      const rooms = new Map<string, Set<string>>();
      for (const { userId, room } of rows) rooms.set(userId, (rooms.get(userId) ?? new Set()).add(room));
      return rooms;
    },
    aliveSessions: (ids) => ctx.sessions.alive(ids),
    findSync: (sessionId) => findSyncSession(ctx.sql, sessionId),
    currentSyncs: (rooms) => currentSyncSessions(ctx.sql, subjectsOf(rooms), rooms.has('admin')),
  };
}

const subjectsOf = (rooms: Set<string>) =>
  [...rooms].flatMap((room) => /^(?:user|roster):(.+)$/.exec(room)?.slice(1) ?? []);
