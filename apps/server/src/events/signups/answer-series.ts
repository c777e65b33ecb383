import type { AnswerSeriesInput, SeriesAnsweredView } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import { AppError } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { isInSeriesPart, loadVisibleEvent, loadVisibleSeries } from '../event/event.access.ts';
import { isAway } from '../event/event.queries.ts';
import { signUp } from './sign-up.ts';

const STATE = query({ id: 'uuid', answered: 'bool', away: 'bool' })`
  select e.id, exists (select from participation p where p.event_id = e.id and p.user_id = $2) as answered,
    ${isAway('$2')} as away
  from event e where e.id = any($1::uuid[])`;

/** Answers one event after the other, each in its own transaction, as if the person had gone through them. */
export async function answerSeries(
  ctx: AppContext,
  actor: Actor,
  input: AnswerSeriesInput,
): Promise<SeriesAnsweredView> {
  const { apply, replace, ...answer } = input;
  const seen = await loadVisibleEvent(ctx.sql, actor, input.id);
  const { event, series } = await loadVisibleSeries(ctx.sql, seen.event);
  const open = series.filter(
    (other) => other.status === 'published' && !other.started && isInSeriesPart(apply, event, other),
  );
  const states = await ctx.sql.many(STATE, [open.map(({ id }) => id), actor.userId]);
  const stateOf = new Map(states.map((state) => [state.id, state]));
  const result: SeriesAnsweredView = { answered: [], skipped: [] };
  for (const { id, startsAt } of open) {
    const { answered = false, away = false } = stateOf.get(id) ?? {};
    const why = answered && !replace ? 'answered' : away && answer.status !== 'declined' ? 'away' : null;
    if (why) {
      result.skipped.push({ eventId: id, startsAt, why });
      continue;
    }
    try {
      result.answered.push({ ...(await signUp(ctx, actor, { ...answer, id })), startsAt });
    } catch (error) {
      if (!isOfThisEvent(error)) throw error;
      result.skipped.push({ eventId: id, startsAt, why: error.reason });
    }
  }
  return result;
}

/** Other refusals concern the caller or the character, and so all events alike. */
const isOfThisEvent = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'CONFLICT' || error.reason === 'role_without_slot');
