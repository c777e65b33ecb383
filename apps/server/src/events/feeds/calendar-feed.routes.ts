/** Calendars for calendar programs: no JSON, and a token in the address, hence Express routes and not procedures. */
import { createHash } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { now } from '../../core/db/columns.ts';
import { query, type RowOf } from '../../core/db/statement.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { clientNetwork } from '../../core/http/client-address.ts';
import { isNotModified } from '../../core/http/not-modified.ts';
import { commonRefusals, refusalResponse } from '../../core/http/refusal-responses.ts';
import { hashToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { organizationAccess } from '../../membership/rights/organization.access.ts';
import { guildCalendar, personalCalendar } from './calendar.queries.ts';
import { CalendarFeed } from './calendar-feed.entity.ts';
import { type Calendar, calendarText } from './calendar-text.ts';

export function calendarFeedRoutes(ctx: AppContext): Router {
  const router = Router();
  router.get('/auth/me/events.ics', async (req, res) => {
    const { userId } = await feedOf(ctx, req, (feed) => feed.organizationId === null);
    send(req, res, await personalCalendar(ctx, userId), ctx.config.baseUrl);
  });
  router.get('/organizations/:id/events.ics', async (req, res) => {
    const feed = await feedOf(ctx, req, ({ organizationId }) => organizationId !== null);
    const organizationId = await guildOf(ctx, feed, req.params.id);
    if (organizationId !== feed.organizationId) throw noFeed();
    send(req, res, await guildCalendar(ctx, organizationId, feed.userId), ctx.config.baseUrl);
  });
  return router;
}

type Feed = RowOf<typeof FEED>;

const TOKEN = /^[\w-]{43}$/;

const FEED = query({ id: 'uuid', userId: 'uuid', organizationId: 'uuid?', wasJustRead: 'bool' })`
  select id, user_id as "userId", organization_id as "organizationId",
    coalesce(last_read_at > now() - interval '1 hour', false) as "wasJustRead"
  from calendar_feed where token_hash = $1`;

/**
 * Wrong tokens are counted by address. A valid feed has a limit of its own, because services that read for thousands of
 * people use a single address.
 */
async function feedOf(
  { sql, transact, limits }: AppContext,
  req: Request,
  fits: (feed: Feed) => boolean,
): Promise<Feed> {
  const { token } = req.query;
  const feed = typeof token === 'string' && TOKEN.test(token) ? await sql.maybe(FEED, [hashToken(token)]) : null;
  if (!feed || !fits(feed)) {
    await limits.take('anonymous', clientNetwork(req.ip));
    throw noFeed();
  }
  await limits.take('calendarFeed', feed.id);
  if (!feed.wasJustRead) await transact(({ em }) => em.nativeUpdate(CalendarFeed, feed.id, { lastReadAt: now() }));
  return feed;
}

/** The guild of the address, for its members. A token never carries administrator rights. */
async function guildOf({ sql }: AppContext, { userId }: Feed, ref: string): Promise<string> {
  const access = await organizationAccess(sql, { userId, isAdmin: false }, ref).catch((error) => {
    throw error instanceof AppError ? noFeed() : error;
  });
  if (!access.isMember) throw noFeed();
  return access.organizationId;
}

function send(req: Request, res: Response, calendar: Calendar, baseUrl: string): void {
  const text = calendarText(calendar, baseUrl);
  res.set({
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'inline; filename="guildhall.ics"',
    // Only the reader may cache it, and has to revalidate it each time.
    'Cache-Control': 'private, no-cache',
    ETag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 32)}"`,
  });
  if (isNotModified(req, res)) res.status(304).end();
  else res.send(text);
}

/** Not 401: programs would ask people for a password, which does not exist. */
const noFeed = () =>
  notFound('calendar_feed_not_found', 'This calendar address no longer works. Get a new one in your profile.');

const EXAMPLE = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Guildhall//Events//EN\r\n…\r\nEND:VCALENDAR\r\n';

const token = {
  name: 'token',
  in: 'query',
  required: true,
  description: 'Of the feed',
  schema: { type: 'string', pattern: '^[\\w-]{43}$' },
} as const;

const responses: ZodOpenApiOperationObject['responses'] = {
  200: {
    description: 'iCalendar, with an ETag',
    content: { 'text/calendar': { schema: { type: 'string' }, example: EXAMPLE } },
  },
  304: { description: 'The client’s copy is up to date' },
  ...commonRefusals,
  404: refusalResponse(
    'The token is invalid or revoked, or its owner is no longer a member (`calendar_feed_not_found`)',
  ),
  429: refusalResponse('Too many requests; wait for the seconds in `Retry-After`'),
};

export const calendarFeedPaths: ZodOpenApiPathsObject = {
  '/auth/me/events.ics': {
    get: {
      operationId: 'calendarFeeds-readMine',
      tags: ['Calendar feeds'],
      summary: 'Events that a person takes part in, as iCalendar',
      description:
        'Covers all their guilds; waitlisted and tentative answers are marked tentative. Contains nothing about other members.',
      security: [],
      parameters: [token],
      responses,
    },
  },
  '/organizations/{id}/events.ics': {
    get: {
      operationId: 'calendarFeeds-readOfGuild',
      tags: ['Calendar feeds'],
      summary: 'Events of a guild, as iCalendar',
      description: 'For members: the token identifies one of them.',
      security: [],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'UUID or alias of the organization',
          schema: { type: 'string' },
        },
        token,
      ],
      responses,
    },
  },
};
