import type { EventView } from '@guildhall/contracts/event.ts';
import { useFormat } from '../../i18n/format.ts';
import { ClassName } from '../../ui/game.tsx';
import styles from './days.module.css';
import { signupsWords } from './signups.words.ts';

/** The first participants with a place, by name, and the number of the others. */
export function Faces({ event: { faces, counts } }: { event: Pick<EventView, 'faces' | 'counts'> }) {
  const words = signupsWords.use();
  const format = useFormat();
  const more = counts.signedUp - faces.length;
  if (faces.length === 0) return null;
  return (
    <p className={`small ${styles.faces}`}>
      {faces.map(({ user, raider, character }) => (
        <ClassName key={raider.id} classId={character?.classId ?? null}>
          {character?.name ?? user?.displayName ?? raider.name ?? words.formerRaider}
        </ClassName>
      ))}
      {more > 0 && <span className="muted num">+{format.number(more)}</span>}
    </p>
  );
}
