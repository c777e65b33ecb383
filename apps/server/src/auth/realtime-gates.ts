/** What the socket gateway asks: the same origin rule and the same sessions as HTTP, and rooms by what a person belongs to. */
import type { IncomingMessage } from 'node:http';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import type { RealtimeGates } from '../core/realtime.ts';
import { findSyncSession, newestSyncSession } from '../core/sync-session.ts';
import { allowedOrigins } from './authenticate.ts';
import { readCredentials, sessionCookieName } from './credentials.ts';
import { isSecure } from './session-cookie.ts';

const ROSTERS = `
  select distinct e.organization_id as id from roster_entry e
  join character c on c.id = e.claimed_by_id
  join role r on r.organization_id = e.organization_id
    and (r.game_rank = e.rank or e.rank = 0 and r.is_founder) and 'canViewRoster' = any(r.permissions)
  where c.user_id = $1 and c.verified_at is not null and e.left_at is null`;

export function gatesOf(ctx: AppContext): RealtimeGates {
  const origins = allowedOrigins(ctx);
  const cookieName = sessionCookieName(isSecure(ctx.config));
  const organizations = async (actor: Actor) =>
    (await ctx.sql<{ id: string }>(ROSTERS, [actor.userId])).map((row) => row.id);

  return {
    /** A browser always names its origin; a program that sends a bearer token has none. */
    allowsOrigin(request) {
      const { origin } = request.headers;
      return origin === undefined ? request.headers.cookie === undefined : origins.has(origin);
    },
    async authenticate(request: IncomingMessage) {
      const credentials = readCredentials(request, cookieName);
      if (credentials.kind !== 'token') return null;
      return (await ctx.sessions.authenticate(credentials.token))?.actor ?? null;
    },
    rooms: async (actor) => (await organizations(actor)).map((id) => `organization:${id}`),
    aliveSessions: (ids) => ctx.sessions.alive(ids),
    async watchable(actor, sessionId) {
      const session = await findSyncSession(ctx.sql, sessionId);
      if (!session) return null;
      if (actor.isAdmin || session.subjectId === actor.userId) return session;
      const mine = session.kind === 'roster' && (await organizations(actor)).includes(session.subjectId ?? '');
      return mine ? session : null;
    },
    async activeSyncs(actor) {
      const subjects = (await organizations(actor)).map((id) => ['roster', id] as const);
      const newest = await Promise.all([
        newestSyncSession(ctx.sql, 'character', actor.userId),
        ...subjects.map(([kind, id]) => newestSyncSession(ctx.sql, kind, id)),
      ]);
      return newest.flatMap((session) => (session && session.finishedAt === null ? [session] : []));
    },
  };
}
