import type { MyEventView } from '@guildhall/contracts/event.ts';
import type { WeekInput, WeekView } from '@guildhall/contracts/week.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { listMyOrganizations } from '../../guilds/organizations/organization.queries.ts';
import { listPosts } from '../../guilds/posts/post.queries.ts';
import { countTransfers } from '../../guilds/roster/transfers.ts';
import { abilityFor, accessToMine } from '../../membership/rights/organization.access.ts';
import { listOwnAbsences } from '../absences/change-absences.ts';
import { listMyEvents } from '../planning/event-list.queries.ts';

const MOST_UNANSWERED = 30;
const NEWS_OF = 6;
const NEWS_OF_EACH = 3;

export async function readWeek(ctx: AppContext, actor: Actor, input: WeekInput): Promise<WeekView> {
  const [organizations, { events, holidays }, upcoming, absences, transfers, teams] = await Promise.all([
    listMyOrganizations(ctx, actor.userId),
    listMyEvents(ctx, actor, { ...input, mine: false }),
    listMyEvents(ctx, actor, { status: 'published', mine: false, pageSize: 100 }),
    listOwnAbsences(ctx, actor),
    transfersToDecide(ctx, actor),
    ctx.sql.many(TEAMS, [actor.userId]),
  ]);
  const posts = await Promise.all(
    organizations.slice(0, NEWS_OF).map(({ id }) => listPosts(ctx, actor, { id, page: 1, pageSize: NEWS_OF_EACH })),
  );
  const mine = new Set(teams.map(({ id }) => id));
  const concerning = upcoming.events.filter((event) => concerns(event, mine));
  return {
    organizations,
    events,
    holidays,
    absences,
    next: concerning[0] ?? null,
    unanswered: nextOfEachSeries(concerning.filter(waitsForAnswer)).slice(0, MOST_UNANSWERED),
    transfers,
    news: posts.flatMap((list) => list.posts).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
  };
}

/** The teams that count on a person. */
const TEAMS = query({ id: 'uuid' })`
  select m.team_id as id from raider r join team_member m on m.raider_id = r.id and m.until is null and m.status <> 'social'
  where r.user_id = $1`;

/** A team's event concerns its raiders, and others who have answered it. */
const concerns = ({ team, mine }: MyEventView, teams: ReadonlySet<string>) =>
  team === null || mine !== null || teams.has(team.id);

function waitsForAnswer({ mine, startsAt, signupDeadline }: MyEventView): boolean {
  return mine === null && Date.parse(signupDeadline ?? startsAt) > Date.now();
}

/** A series is one thing to answer, however many events it has. */
function nextOfEachSeries(events: MyEventView[]): WeekView['unanswered'] {
  const keyOf = ({ id, recurringSeriesId }: MyEventView) => recurringSeriesId ?? id;
  const groups = Map.groupBy(events, keyOf);
  return [...groups.values()].flatMap(([next, ...others]) => (next ? [{ ...next, inSeries: 1 + others.length }] : []));
}

async function transfersToDecide(ctx: AppContext, actor: Actor): Promise<WeekView['transfers']> {
  const mine = await accessToMine(ctx.sql, actor.userId);
  const deciding = mine.filter((access) => access.isMember && abilityFor(actor, access).can('update', 'Roster'));
  return countTransfers(
    ctx.sql,
    deciding.map(({ organizationId }) => organizationId),
  );
}
