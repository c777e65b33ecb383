import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { eventsWords } from '../event/events.words.ts';
import { moveParticipant } from './moves.ts';
import { nameOf } from './participant-name.tsx';
import { WhyDialog } from './why-dialog.tsx';

/** Where a person goes who loses a place. */
export type RemovedTo = 'waitlist' | 'tentative' | 'declined';

/** The name of the form. */
export const removalOf = ({ id }: ParticipationView, to: RemovedTo) => `remove:${to}:${id}`;

type Props = { event: EventView; part: ParticipationView; to: RemovedTo; onClose(): void };

/** Asks an officer for the reason, which the person is told. */
export function RemoveDialog({ event, part, to, onClose }: Props) {
  const { officer: words } = eventsWords.use();
  const name = nameOf(part);
  const texts = {
    waitlist: { title: words.waitTitle({ name }), consequence: words.losesPlace, verb: words.moveVerb },
    tentative: { title: words.maybeTitle({ name }), consequence: words.losesPlace, verb: words.moveVerb },
    declined: { title: words.removeTitle({ name }), consequence: words.removeHint, verb: words.removeVerb },
  }[to];
  return (
    <WhyDialog
      {...texts}
      name={removalOf(part, to)}
      onClose={onClose}
      send={(why) => moveParticipant({ name, id: event.id, participationId: part.id, status: to, ...why })}
    />
  );
}
