import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { eventsWords } from './events.words.ts';
import { useMove } from './moves.ts';
import { nameOf } from './person.tsx';
import { WhyDialog } from './why-dialog.tsx';

type Props = { event: EventView; part: ParticipationView; onClose(): void };

export function RemoveDialog({ event, part, onClose }: Props) {
  const { officer: words } = eventsWords.use();
  const move = useMove();
  const name = nameOf(part);
  return (
    <WhyDialog
      title={words.removeTitle(name)}
      consequence={words.removeHint}
      verb={words.removeVerb}
      pending={move.isPending}
      onClose={onClose}
      onConfirm={(reason) =>
        move.mutate(
          { name, id: event.id, participationId: part.id, status: 'declined', ...(reason ? { reason } : {}) },
          { onSettled: onClose },
        )
      }
    />
  );
}
