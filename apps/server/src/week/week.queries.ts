import type { MyEventView } from '@guildhall/contracts/event.ts';
import type { WeekInput, WeekView } from '@guildhall/contracts/week.ts';
import { listOwnAbsences } from '../absences/absence.queries.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { listMyEvents } from '../events/planning/event-list.queries.ts';
import { listMyOrganizations } from '../organizations/organization.queries.ts';
import { listPosts } from '../posts/post.queries.ts';
import { accessToMine } from '../rights/organization.access.ts';
import { abilityFor } from '../rights/organization.rules.ts';
import { countTransfers } from '../roster/transfers.ts';

const MOST_UNANSWERED = 30;
const NEWS_OF = 6;
const NEWS_OF_EACH = 3;

export async function readWeek(ctx: AppContext, actor: Actor, input: WeekInput): Promise<WeekView> {
  const [organizations, { events, holidays }, upcoming, absences, transfers] = await Promise.all([
    listMyOrganizations(ctx, actor.userId),
    listMyEvents(ctx, actor, { ...input, mine: false }),
    listMyEvents(ctx, actor, { status: 'published', mine: false, pageSize: 100 }),
    listOwnAbsences(ctx, actor),
    transfersToDecide(ctx, actor),
  ]);
  const posts = await Promise.all(
    organizations.slice(0, NEWS_OF).map(({ id }) => listPosts(ctx, actor, { id, page: 1, pageSize: NEWS_OF_EACH })),
  );
  return {
    organizations,
    events,
    holidays,
    absences,
    next: upcoming.events[0] ?? null,
    unanswered: upcoming.events.filter(waitsForAnswer).slice(0, MOST_UNANSWERED),
    transfers,
    news: posts.flatMap((list) => list.posts).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
  };
}

function waitsForAnswer({ mine, startsAt, signupDeadline }: MyEventView): boolean {
  return mine === null && Date.parse(signupDeadline ?? startsAt) > Date.now();
}

async function transfersToDecide(ctx: AppContext, actor: Actor): Promise<WeekView['transfers']> {
  const mine = await accessToMine(ctx.sql, actor.userId);
  const deciding = mine.filter((access) => access.isMember && abilityFor(actor, access).can('update', 'Roster'));
  return countTransfers(
    ctx.sql,
    deciding.map(({ organizationId }) => organizationId),
  );
}
