import type { AddParticipantInput, ParticipationView } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockEventToEdit } from '../event/event.access.ts';
import { tellParticipation, writeEventLog } from '../event/tell-changes.ts';
import { queueEventMails } from '../mails/queue-event-mails.ts';
import { refuseNonMember } from './move-participant.ts';
import { bestCharacter, refuseUnfit } from './participating-character.ts';
import { getParticipation } from './participation.queries.ts';
import { signUpStateOf, whatChanged, writeAnswer } from './sign-up-outcome.ts';

/**
 * Answers for a member who has not answered: until the start, even after the deadline, but never beyond the number of
 * slots. Refuses to overwrite an existing answer.
 */
export async function addParticipant(
  ctx: AppContext,
  actor: Actor,
  input: AddParticipantInput,
): Promise<ParticipationView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { userId } = input;
    const { event } = await lockEventToEdit(sql, actor, input.id);
    if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
    if (event.started) throw conflict('event_started', 'This event has begun. Record the attendance instead.');
    await refuseNonMember(sql, event, userId);
    const standing = await signUpStateOf(sql, event, userId);
    if (standing.part) {
      throw conflict('already_answered', 'This person has answered already. Change that participation instead.');
    }
    const roles = input.roles ?? (input.roleKey ? [input.roleKey] : []);
    if (input.characterId) await refuseUnfit(sql, input.characterId, userId, event, roles);
    const answered = await writeAnswer(sql, event, standing, {
      userId,
      characterId: input.characterId ?? (await bestCharacter(sql, userId, event, roles)),
      roles,
      status: input.status,
      note: input.note ?? null,
      lateMinutes: null,
      refuseIfFull: true,
      byOrganizer: false,
    });
    const changes = whatChanged(undefined, answered);
    const entry = { eventId: event.id, actorId: actor.userId, personId: userId, changes, why: input.reason };
    await writeEventLog(sql, [{ ...entry, kind: 'added' }]);
    if (answered.status === 'signed_up' && userId !== actor.userId) {
      await queueEventMails(tx, [{ eventId: event.id, userId, kind: 'promotion', occasion: 'added' }]);
    }
    tellParticipation(tx, event);
    return getParticipation(ctx, sql, event.id, answered.id);
  });
}
