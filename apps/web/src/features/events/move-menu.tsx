import type { EventView } from '@guildhall/contracts/event.ts';
import type { MoveParticipantInput, ParticipationView } from '@guildhall/contracts/participation.ts';
import { useState } from 'react';
import { roleIcon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import styles from './events.module.css';
import { eventsWords } from './events.words.ts';
import { useFocusWhenMoved, useMove } from './moves.ts';
import { nameOf } from './person.tsx';
import { type Out, RemoveDialog } from './remove-dialog.tsx';

/** Where a participant can be moved, and why not elsewhere. */
export function MoveMenu({ event, part }: { event: EventView; part: ParticipationView }) {
  const { officer: words, roleNames } = eventsWords.use();
  const [out, setOut] = useState<Out>();
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
  const items: MenuItem[] = [];
  if (!isIn && event.slots.length === 0) {
    items.push({ label: words.givePlace, icon: 'check', onSelect: () => to({ status: 'signed_up' }) });
  }
  for (const { roleKey } of event.slots) {
    if (isIn && roleKey === part.roleKey) continue;
    items.push({
      label: words.toRole(roleNames[roleKey]),
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
      <Menu label={words.move(name)} items={items} />
      {out && <RemoveDialog event={event} part={part} to={out} onClose={() => setOut(undefined)} />}
    </span>
  );
}
