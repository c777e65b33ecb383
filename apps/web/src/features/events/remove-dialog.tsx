import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { eventsWords } from './events.words.ts';
import { useMove } from './moves.ts';
import { nameOf } from './person.tsx';
import { WhyDialog } from './why-dialog.tsx';

/** Where a person goes who loses a place. */
export type Out = 'waitlist' | 'tentative' | 'declined';

type Props = { event: EventView; part: ParticipationView; to: Out; onClose(): void };

/** Asks an officer for the reason, which the person is told. */
export function RemoveDialog({ event, part, to, onClose }: Props) {
  const { officer: words } = eventsWords.use();
  const move = useMove();
  const name = nameOf(part);
  const texts = {
    waitlist: { title: words.waitTitle(name), consequence: words.losesPlace, verb: words.moveVerb },
    tentative: { title: words.maybeTitle(name), consequence: words.losesPlace, verb: words.moveVerb },
    declined: { title: words.removeTitle(name), consequence: words.removeHint, verb: words.removeVerb },
  }[to];
  return (
    <WhyDialog
      {...texts}
      pending={move.isPending}
      onClose={onClose}
      onConfirm={(reason) =>
        move.mutate(
          { name, id: event.id, participationId: part.id, status: to, ...(reason ? { reason } : {}) },
          { onSettled: onClose },
        )
      }
    />
  );
}
