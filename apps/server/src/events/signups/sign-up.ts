import type { EventRole } from '@guildhall/contracts/event.ts';
import type { ParticipationView, SignUpInput, WithdrawnView } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import { conflict, forbidden } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { refuseArchived } from '../../rights/organization.access.ts';
import { type EventRow, lockEvent, seeEvent } from '../event/event.access.ts';
import { tellParticipation, writeEventLog } from '../event/tell-changes.ts';
import { refuseUnfit } from './participating-character.ts';
import { getParticipation } from './participation.queries.ts';
import { promote } from './promote.ts';
import {
  type Part,
  type SignUpState,
  sameRoles,
  signUpStateOf,
  type Wish,
  wantsIn,
  whatChanged,
  writeAnswer,
} from './sign-up-outcome.ts';

/** Records a person's own answer. A slot this frees goes to the waitlist in the same transaction. */
export async function signUp(ctx: AppContext, actor: Actor, input: SignUpInput): Promise<ParticipationView> {
  const id = await ctx.transact(async (tx) => {
    const { sql } = tx;
    const { access } = await seeEvent(sql, actor, input.id);
    if (!access.isMember) throw forbidden('Only members can sign up.');
    refuseArchived(access);
    const event = await lockEvent(sql, input.id);
    const standing = await signUpStateOf(sql, event, actor.userId);
    const { part } = standing;
    const roles = input.roles ?? (input.roleKey ? [input.roleKey] : []);
    refuseLate(event, part, { ...input, roles });
    const characterId = input.characterId ?? part?.characterId ?? null;
    if (input.characterId) await refuseUnfit(sql, input.characterId, actor.userId, event, roles);

    const wish = {
      userId: actor.userId,
      characterId,
      roles,
      status: input.status,
      note: input.note === undefined ? (part?.note ?? null) : input.note,
      lateMinutes: input.lateMinutes === undefined ? (part?.lateMinutes ?? null) : input.lateMinutes,
    };
    return answer(tx, actor, event, standing, wish, 'Somebody gave up the place.');
  });
  // After the commit, so that the next in line need not wait for it.
  return getParticipation(ctx, ctx.sql, input.id, id);
}

type Answer = Pick<SignUpInput, 'status' | 'characterId'> & { roles: EventRole[] };

/** After the deadline a person may only step back or change the note; after the start, nothing. */
function refuseLate(event: EventRow, part: Part | null, wish: Answer): void {
  if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
  if (event.started) throw conflict('event_started', 'This event has begun.');
  const stepsBack = wish.status === 'declined' || (wish.status === 'tentative' && wantsIn(part?.status));
  const stays =
    part !== null &&
    wish.status === (part.status === 'waitlist' ? 'signed_up' : part.status) &&
    sameRoles(part.roles, wish.roles) &&
    part.characterId === (wish.characterId ?? part.characterId);
  if (event.closed && !stepsBack && !stays) throw conflict('signup_closed', 'Sign-ups for this event are closed.');
}

/** Writes and logs the answer, and gives a place that it frees to the waitlist; `why` is for the log. */
async function answer(
  tx: UnitOfWork,
  { userId, via, service }: Actor,
  event: EventRow,
  standing: SignUpState,
  wish: Wish,
  why: string,
): Promise<string> {
  const { sql } = tx;
  const { part } = standing;
  const answered = await writeAnswer(sql, event, standing, wish);
  const changes = whatChanged(part, answered);
  if (Object.keys(changes).length > 0) {
    const who = { actorId: userId, personId: userId, serviceId: service?.id, via };
    await writeEventLog(sql, [{ eventId: event.id, kind: 'answered', ...who, changes }]);
  }
  if (part?.status === 'signed_up') await promote(tx, [event.id], why);
  tellParticipation(tx, event);
  return answered.id;
}

const TAKE_BACK = statement`
  with gone as (delete from participation where id = $1 returning event_id, user_id)
  insert into withdrawn_answer (event_id, user_id, at) select event_id, user_id, clock_timestamp() from gone`;

/**
 * Takes an answer back, as if it had never been given. After the deadline, and for a person whom an officer removed,
 * `declined` stays on record; attendance treats an answer taken back in time alike.
 */
export async function withdraw(ctx: AppContext, actor: Actor, input: { id: string }): Promise<WithdrawnView> {
  const id = await ctx.transact(async (tx) => {
    const { sql } = tx;
    await seeEvent(sql, actor, input.id);
    const event = await lockEvent(sql, input.id);
    const standing = await signUpStateOf(sql, event, actor.userId);
    const { part } = standing;
    if (!part) return null;
    const stays = event.closed || part.removed;
    if (stays && part.status === 'declined') return part.id;
    refuseLate(event, part, { status: 'declined', roles: [] });
    if (stays) return answer(tx, actor, event, standing, { ...part, status: 'declined' }, 'Somebody withdrew.');
    await sql.run(TAKE_BACK, [part.id]);
    const { userId, via, service } = actor;
    const who = { actorId: userId, personId: userId, serviceId: service?.id, via };
    const changes = { status: [part.status, null] };
    await writeEventLog(sql, [{ eventId: event.id, kind: 'answered', ...who, changes }]);
    if (part.status === 'signed_up') await promote(tx, [event.id], 'Somebody withdrew.');
    tellParticipation(tx, event);
    return null;
  });
  return { participation: id === null ? null : await getParticipation(ctx, ctx.sql, input.id, id) };
}
