import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { notify } from '../../notifications/notify.ts';
import type { EventRow } from '../event/event.access.ts';
import { queueEventMails } from '../mails/queue-event-mails.ts';
import type { Answered, Part } from './sign-up-outcome.ts';

type Place = Pick<Answered, 'status' | 'roleKey' | 'characterId'>;
type Moved = { event: EventRow; before: Part; now: Place; actorId: string; reason: string | undefined };

/** Tells a participant that an officer moved or removed them, with the reason that the officer gave. */
export async function tellMoved(tx: UnitOfWork, { event, before, now, actorId, reason }: Moved): Promise<void> {
  const { status, roleKey } = now;
  const isSame = status === before.status && roleKey === before.roleKey && now.characterId === before.characterId;
  // After the start, a change only puts the record right.
  if (isSame || before.userId === actorId || event.started) return;
  const { id: eventId, organizationId, title, startsAt } = event;
  const hasLost = status === 'declined' || (before.status === 'signed_up' && status !== 'signed_up');
  await notify(tx, [
    {
      userId: before.userId,
      kind: hasLost ? 'place_lost' : 'moved',
      organizationId,
      details: { eventId, title, startsAt, status, roleKey, reason: reason ?? null },
    },
  ]);
  await queueEventMails(tx, [
    {
      eventId,
      userId: before.userId,
      kind: 'placement',
      occasion: `${status} ${roleKey ?? '-'} ${new Date().toISOString()}`,
      reason: reason ?? null,
    },
  ]);
}
