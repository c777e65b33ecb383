import type { PlanNoteView, SavePlanNoteInput } from '@guildhall/contracts/plan-note.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lacksPermission } from '../../membership/rights/organization.access.ts';
import { publishEventsOfTeam } from '../../raiders/manage-teams.ts';
import { lockEventToEdit } from '../event/event.access.ts';
import { publishEventChanges } from '../event/publish-changes.ts';
import { PlanNote } from './plan-note.entity.ts';
import { readPlanNote, refuseOtherBoss } from './plan-notes.queries.ts';

/** Saves the note for one boss, of the event or of its team. For people who manage events, and leads of that team. */
export function savePlanNote(ctx: AppContext, actor: Actor, input: SavePlanNoteInput): Promise<PlanNoteView> {
  return ctx.transact(async (tx) => {
    const { sql, em } = tx;
    const { id, encounterId, version, of, text } = input;
    const seen = await lockEventToEdit(sql, actor, id);
    const { event } = seen;
    if (!seen.mayManage) throw lacksPermission('canManageEvents');
    await refuseOtherBoss(sql, event, encounterId);
    if (of === 'team' && event.teamId === null) {
      throw conflict('event_without_team', 'This event has no team. Save the note for the event.');
    }
    const owner = of === 'team' ? { event: null, team: event.teamId } : { event: event.id, team: null };
    const place = { ...owner, encounter: encounterId };
    const note = await em.findOne(PlanNote, place, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if ((note?.version ?? 0) !== version) {
      throw conflict(
        'changed_meanwhile',
        'Another officer has changed this note since you read it. Read it again first.',
      );
    }
    if (text === (note?.text ?? '')) return readPlanNote(sql, actor, seen, encounterId);
    if (note && text === '') em.remove(note);
    else if (note) em.assign(note, { text, version: version + 1, changedBy: actor.userId, changedAt: now() });
    else em.create(PlanNote, { ...place, text, changedBy: actor.userId });
    if (of === 'team' && event.teamId !== null) await publishEventsOfTeam(tx, event.organizationId, event.teamId);
    else await publishEventChanges(tx, [event]);
    return readPlanNote(sql, actor, seen, encounterId);
  });
}
