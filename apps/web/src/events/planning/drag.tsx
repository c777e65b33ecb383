/** Officers move participants by dragging; the menu beside a name does the same without a pointer. */
import type { EventRole, EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { createContext, type DragEvent, type ReactNode, Suspense, useContext, useState } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from '../event/events.module.css';
import { eventsWords } from '../event/events.words.ts';
import { maySwap, useMove, useSwap } from './moves.ts';
import { nameOf } from './participant-name.tsx';
import type { RemovedTo } from './remove-dialog.tsx';

const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog');

type Target = { status: 'signed_up'; roleKey: EventRole } | { status: 'waitlist' | 'tentative' | 'declined' };
type Dragging = {
  part: ParticipationView | undefined;
  begin(part: ParticipationView): void;
  end(): void;
  drop(target: Target): void;
  swapWith(holder: ParticipationView): void;
};

const Dragged = createContext<Dragging | undefined>(undefined);

export function DragArea({ event, children }: { event: EventView; children: ReactNode }) {
  const { officer: words } = eventsWords.use();
  const [part, setPart] = useState<ParticipationView>();
  const [losing, setLosing] = useState<{ part: ParticipationView; to: RemovedTo }>();
  const move = useMove();
  const drop = (target: Target) => {
    if (!part) return;
    const { status } = target;
    const loses = status !== 'signed_up' && (status === 'declined' || part.status === 'signed_up');
    if (loses) setLosing({ part, to: status });
    else move.mutate({ name: nameOf(part), id: event.id, participationId: part.id, ...target });
    setPart(undefined);
  };
  const swap = useSwap();
  const swapWith = (holder: ParticipationView) => {
    if (part) swap.mutate({ event, out: holder, into: part });
    setPart(undefined);
  };
  return (
    <Dragged.Provider value={{ part, begin: setPart, end: () => setPart(undefined), drop, swapWith }}>
      {children}
      {part && (
        <div className={styles.zones}>
          {event.slots.length > 0 && part.status === 'signed_up' && (
            <Zone target={{ status: 'waitlist' }} icon="clock" label={words.toWaitlist} />
          )}
          {part.status !== 'tentative' && <Zone target={{ status: 'tentative' }} icon="note" label={words.toMaybe} />}
          {part.status !== 'declined' && <Zone target={{ status: 'declined' }} icon="x" label={words.remove} />}
        </div>
      )}
      <Suspense>{losing && <RemoveDialog event={event} {...losing} onClose={() => setLosing(undefined)} />}</Suspense>
    </Dragged.Provider>
  );
}

function Zone({ target, icon, label }: { target: Target; icon: IconName; label: string }) {
  return (
    <div className={styles.zone} {...useDropTarget(target, false)}>
      <Icon name={icon} />
      {label}
    </div>
  );
}

/** Props for a participant's row; empty if the viewer may not move them. */
export function useDraggable(part: ParticipationView): object {
  const dragged = useContext(Dragged);
  if (!dragged) return {};
  return {
    draggable: true,
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', nameOf(part));
      // The row must not change while the browser takes its drag image.
      setTimeout(() => dragged.begin(part));
    },
    onDragEnd: dragged.end,
  };
}

/** For the row of a participant with a place: takes the dragged person in exchange. */
export function useSwapTarget(event: EventView, holder: ParticipationView): object {
  const dragged = useContext(Dragged);
  const [over, setOver] = useState(false);
  const part = dragged?.part;
  if (!part || !maySwap(event, holder, part)) return {};
  return {
    'data-drop': over ? 'over' : 'here',
    onDragOver(dragging: DragEvent) {
      dragging.preventDefault();
      dragging.stopPropagation();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(dragging: DragEvent) {
      dragging.preventDefault();
      dragging.stopPropagation();
      setOver(false);
      dragged.swapWith(holder);
    },
  };
}

/** For a column or a zone: `data-drop` says whether it is full, accepts the dragged person, or has them over it. */
export function useDropTarget(target: Target, isFull: boolean): object {
  const dragged = useContext(Dragged);
  const [over, setOver] = useState(false);
  const part = dragged?.part;
  if (!part) return {};
  const isThere = part.status === target.status && (target.status !== 'signed_up' || part.roleKey === target.roleKey);
  if (isThere) return {};
  if (isFull) return { 'data-drop': 'full' };
  return {
    'data-drop': over ? 'over' : 'here',
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      dragged.drop(target);
    },
  };
}
