/** Manages a person's secret calendar addresses: one per guild, and a personal one. */
import type {
  CalendarFeedListItem,
  CalendarFeedView,
  NewCalendarFeedView,
} from '@guildhall/contracts/calendar-feed.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import { hashToken, randomToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { organizationAccess } from '../../membership/rights/organization.access.ts';

type Input = { id?: string };

const MINE = 'user_id = $1 and organization_id is not distinct from $2';
const READ = query({ createdAt: 'instant', lastReadAt: 'instant?' })`
  select created_at as "createdAt", last_read_at as "lastReadAt" from calendar_feed where ${MINE}`;
const REMOVE_OWN = statement`delete from calendar_feed where user_id = $1 and organization_id is null`;
const REMOVE_OF_GUILD = statement`
  delete from calendar_feed f using organization o
  where f.user_id = $1 and o.id = f.organization_id and lower($2) in (o.id::text, o.alias)`;
const ROTATE = query({ createdAt: 'instant' })`
  insert into calendar_feed (user_id, organization_id, token_hash, session_id) values ($1, $2, $3, $4)
  on conflict (user_id, organization_id) do update set token_hash = excluded.token_hash, session_id = excluded.session_id, created_at = now(), last_read_at = null
  returning created_at as "createdAt"`;

/** Creates a new address, revealed this once, and voids the previous one. */
export async function rotateFeed(ctx: AppContext, actor: Actor, input: Input): Promise<NewCalendarFeedView> {
  const token = randomToken();
  const { organizationId, createdAt } = await ctx.transact(async ({ sql }) => {
    const organizationId = await guildOf(sql, actor, input);
    const values = [actor.userId, organizationId, hashToken(token), actor.sessionId];
    return { organizationId, ...(await sql.one(ROTATE, values)) };
  });
  const path = organizationId === null ? '/auth/me/events.ics' : `/organizations/${organizationId}/events.ics`;
  return { url: new URL(`/api/v1${path}?token=${token}`, ctx.config.baseUrl).href, token, createdAt };
}

/** Whether there is one, and when it was last read; never its address. */
export async function getFeed({ sql }: AppContext, actor: Actor, input: Input): Promise<CalendarFeedView> {
  const feed = await sql.maybe(READ, [actor.userId, await guildOf(sql, actor, input)]);
  return { feed };
}

const LIST = query({
  guildId: 'uuid?',
  guildName: 'text?',
  createdAt: 'instant',
  lastReadAt: 'instant?',
  madeHere: 'bool',
})`
  select f.organization_id as "guildId", o.name as "guildName", f.created_at as "createdAt",
    f.last_read_at as "lastReadAt", f.session_id is not distinct from $2 as "madeHere"
  from calendar_feed f left join organization o on o.id = f.organization_id
  where f.user_id = $1 order by f.created_at desc, f.id`;

export async function listFeeds({ sql }: AppContext, actor: Actor): Promise<CalendarFeedListItem[]> {
  return sql.many(LIST, [actor.userId, actor.sessionId]);
}

/** Revokes the address. Works after leaving the guild too: a return would make the address valid again. */
export async function removeFeed({ sql }: AppContext, actor: Actor, input: Input): Promise<void> {
  if (input.id === undefined) {
    await sql.run(REMOVE_OWN, [actor.userId]);
    return;
  }
  const removed = await sql.run(REMOVE_OF_GUILD, [actor.userId, input.id]);
  if (removed === 0) await guildOf(sql, actor, input);
}

async function guildOf(sql: Sql, actor: Actor, { id }: Input): Promise<string | null> {
  if (id === undefined) return null;
  const { organizationId, isMember } = await organizationAccess(sql, actor, id);
  if (!isMember) throw forbidden('Only members can see the events of this organization.');
  return organizationId;
}
