/** What the socket gateway asks: the same origin rule and the same sessions as HTTP, and rooms by what a person belongs to. */
import type { AppContext } from '../core/context.ts';
import type { RealtimeGates } from '../core/realtime.ts';
import { currentSyncSessions, findSyncSession } from '../core/sync-session.ts';
import { allowedOrigins } from './authenticate.ts';
import { readCredentials, sessionCookieName } from './credentials.ts';
import { isSecure } from './session-cookie.ts';

const ROOMS = `
  select id as "userId", 'user:' || id as room from app_user where id = any($1)
  union all
  select id, 'admin' from app_user where id = any($1) and is_admin
  union
  select c.user_id, 'organization:' || e.organization_id from character c
  join roster_entry e on e.claimed_by_id = c.id and e.left_at is null
  join role r on r.organization_id = e.organization_id
    and (r.game_rank = e.rank or e.rank = 0 and r.is_founder) and 'canViewRoster' = any(r.permissions)
  where c.user_id = any($1) and c.verified_at is not null
  union all
  select user_id, 'members:' || organization_id from membership where user_id = any($1) and left_at is null`;

export function gatesOf(ctx: AppContext): RealtimeGates {
  const origins = allowedOrigins(ctx);
  const cookieName = sessionCookieName(isSecure(ctx.config));
  return {
    /**
     * A browser names its origin, or says that it asks its own; a program that sends a bearer token does neither, and
     * has no cookie.
     */
    allowsOrigin({ headers }) {
      if (headers.origin !== undefined) return origins.has(headers.origin);
      return headers.cookie === undefined || headers['sec-fetch-site'] === 'same-origin';
    },
    async authenticate(request) {
      const credentials = readCredentials(request, cookieName);
      if (credentials.kind !== 'token') return null;
      return (await ctx.sessions.authenticate(credentials.token))?.actor ?? null;
    },
    async rooms(userIds) {
      const rows = await ctx.sql<{ userId: string; room: string }>(ROOMS, [userIds]);
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
  [...rooms].flatMap((room) => /^(?:user|organization):(.+)$/.exec(room)?.slice(1) ?? []);
