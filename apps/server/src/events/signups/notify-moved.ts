import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { notify } from '../../membership/notifications/notify.ts';
import type { EventRow } from '../event/event.access.ts';
import { queueEventMails } from '../mails/event-mails.ts';
import type { EarlierAnswer, WrittenAnswer } from './sign-up.ts';

type Place = Pick<WrittenAnswer, 'status' | 'roleKey' | 'characterId'>;
type Moved = { event: EventRow; before: EarlierAnswer; now: Place; actorId: string; reason: string | undefined };

/** Tells a participant that an officer moved or removed them, with the reason that the officer gave. */
export async function notifyMoved(tx: UnitOfWork, { event, before, now, actorId, reason }: Moved): Promise<void> {
  const { status, roleKey } = now;
  const isSame = status === before.status && roleKey === before.roleKey && now.characterId === before.characterId;
  // After the start, a change only puts the record right.
  const { userId } = before;
  if (isSame || userId === null || userId === actorId || event.started) return;
  const { id: eventId, organizationId, title, startsAt } = event;
  const hasLost = status === 'declined' || (before.status === 'signed_up' && status !== 'signed_up');
  await notify(tx, [
    {
      userId,
      kind: hasLost ? 'place_lost' : 'moved',
      organizationId,
      details: { eventId, title, startsAt, status, roleKey, reason: reason ?? null },
    },
  ]);
  await queueEventMails(tx, [
    {
      eventId,
      userId,
      kind: 'placement',
      occasion: `${status} ${roleKey ?? '-'} ${new Date().toISOString()}`,
      reason: reason ?? null,
    },
  ]);
}
