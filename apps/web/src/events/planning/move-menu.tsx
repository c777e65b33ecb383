import type { EventView } from '@guildhall/contracts/event.ts';
import type { MoveParticipantInput, ParticipationView } from '@guildhall/contracts/participation.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { roleIcon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import styles from '../event/events.module.css';
import { participationsQuery } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { maySwap, useFocusWhenMoved, useMove, useSwap } from './moves.ts';
import { nameOf } from './participant-name.tsx';
import { planningWords } from './planning.words.ts';
import { RemoveDialog, type RemovedTo, removalOf } from './remove-dialog.tsx';

/** Where a participant can be moved, and why not elsewhere. */
export function MoveMenu({ event, part }: { event: EventView; part: ParticipationView }) {
  const { officer: words, roleNames } = eventsWords.use();
  const [out, setOut] = useOpenDialog<RemovedTo>({
    [removalOf(part, 'waitlist')]: 'waitlist',
    [removalOf(part, 'tentative')]: 'tentative',
    [removalOf(part, 'declined')]: 'declined',
  });
  const name = nameOf(part);
  const move = useMove();
  const tools = useFocusWhenMoved(part.id);
  const to = (change: Pick<MoveParticipantInput, 'status' | 'roleKey' | 'position' | 'reason'>) =>
    move.mutate({ name, id: event.id, participationId: part.id, ...change });
  const isIn = part.status === 'signed_up';
  const fullFor = (roleKey: string | null) => {
    const slot = event.slots.find((one) => one.roleKey === roleKey);
    return slot && slot.signedUp >= slot.max ? words.roleFull : undefined;
  };
  const items: MenuItem[] = useSwaps(event, part);
  if (!isIn && event.slots.length === 0) {
    items.push({ label: words.givePlace, icon: 'check', onSelect: () => to({ status: 'signed_up' }) });
  }
  for (const { roleKey } of event.slots) {
    if (isIn && roleKey === part.roleKey) continue;
    items.push({
      label: words.toRole({ role: roleNames[roleKey] }),
      icon: roleIcon(roleKey),
      disabledBecause: fullFor(roleKey),
      onSelect: () => to({ status: 'signed_up', roleKey }),
    });
  }
  if (part.status === 'waitlist' && (part.position ?? 1) > 1) {
    const position = (part.position ?? 2) - 1;
    items.push({ label: words.upInLine, icon: 'up', onSelect: () => to({ position }) });
  }
  if (isIn && event.slots.length > 0) {
    items.push({ label: words.toWaitlist, icon: 'clock', onSelect: () => setOut('waitlist') });
  }
  if (part.status !== 'tentative') {
    items.push({
      label: words.toMaybe,
      icon: 'note',
      onSelect: () => (isIn ? setOut('tentative') : to({ status: 'tentative' })),
    });
  }
  if (part.status !== 'declined') {
    items.push({ label: words.remove, icon: 'x', danger: true, onSelect: () => setOut('declined') });
  }
  return (
    <span ref={tools} className={styles.tools}>
      <Menu label={words.move({ name })} items={items} />
      {out && <RemoveDialog event={event} part={part} to={out} onClose={() => setOut(undefined)} />}
    </span>
  );
}

const MOST_SWAPS = 6;
const STANDING = ['waitlist', 'tentative', 'signed_up', 'declined'] as const;

/** The participants who could take a place in a full role, those on its waitlist first. */
function useSwaps(event: EventView, part: ParticipationView): MenuItem[] {
  const words = planningWords.use();
  const { roleNames } = eventsWords.use();
  const { participations } = useSuspenseQuery(participationsQuery(event.id)).data;
  const swap = useSwap();
  const standing = ({ status, roleKey, position }: ParticipationView) => {
    if (status === 'waitlist') return words.waitsAt({ place: position ?? 1 });
    if (status === 'tentative') return words.maybe;
    return status === 'declined' ? words.no : words.isIn({ role: roleKey ? roleNames[roleKey] : '' });
  };
  const plays = (other: ParticipationView) => other.roles.some((role) => role === part.roleKey);
  const order = (other: ParticipationView) => STANDING.indexOf(other.status) + (plays(other) ? 0 : STANDING.length);
  return participations
    .filter((other) => maySwap(event, part, other))
    .toSorted((a, b) => order(a) - order(b) || (a.position ?? 0) - (b.position ?? 0))
    .slice(0, MOST_SWAPS)
    .map((other) => ({
      label: words.swapWith({ name: nameOf(other) }),
      hint: standing(other),
      icon: 'refresh',
      onSelect: () => swap.mutate({ event, out: part, into: other }),
    }));
}
