/** How a person of a line-up appears. */
import type { EventRole } from '@guildhall/contracts/event.ts';
import type { ReactNode } from 'react';
import { coreWords } from '../../i18n/core.words.ts';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import type { Person } from './draft.ts';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';

export const nameOf = ({ character, user, raider }: Person): string =>
  character?.name ?? user?.displayName ?? raider.name ?? '?';

/** A mark stands before the role. */
export function Face({ person, mark }: { person: Person; mark?: ReactNode }) {
  const words = lineupWords.use();
  const { concern, spec } = person;
  const played = person.character?.class ?? null;
  return (
    <>
      {played ? <ClassTile of={played} /> : <span className={styles.noClass} aria-hidden="true" />}
      <span className={styles.name}>
        <ClassName classId={played?.id ?? null}>{nameOf(person)}</ClassName>
        <small>{concern ? <span className="bad">{words.concern[concern]}</span> : spec?.name}</small>
      </span>
      {mark}
      <Role role={person.role} />
    </>
  );
}

export function Role({ role }: { role: EventRole }) {
  const { roles } = coreWords.use();
  return (
    <span className={styles.role} title={roles[role]}>
      <Icon name={roleIcon(role)} size="s" />
      <span className="sr">{roles[role]}</span>
    </span>
  );
}

export const ROLES = ['tank', 'healer', 'melee', 'ranged'] as const;

/** How many of each role have a place in a group. */
export function RoleCounts({ places }: { places: Person[] }) {
  const { roles } = coreWords.use();
  const placed = places.filter(({ group }) => group !== null);
  return (
    <span className={`pips tight ${styles.counts}`}>
      {ROLES.map((role) => (
        <span key={role} className="pip" title={roles[role]}>
          <Icon name={roleIcon(role)} />
          <span className="sr">{roles[role]}</span>
          <b>{placed.filter((person) => person.role === role).length}</b>
        </span>
      ))}
    </span>
  );
}
