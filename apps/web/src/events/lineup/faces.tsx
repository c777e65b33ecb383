/** How a person of a line-up appears. */
import type { EventRole } from '@guildhall/contracts/event.ts';
import type { ReactNode } from 'react';
import { coreWords } from '../../i18n/core.words.ts';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import { raiderMark } from '../../ui/raider-mark.tsx';
import type { Person } from './draft.ts';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';

export const nameOf = ({ character, user, raider }: Person): string =>
  character?.name ?? user?.displayName ?? raider.name ?? '?';

/** The realm of a person whose name another one of these has, on another realm. */
export function realmsAmong(people: Person[]): (person: Person) => string | null {
  const named = Map.groupBy(people, nameOf);
  return (person) => {
    const realms = new Set(named.get(nameOf(person))?.map(({ character }) => character?.realm));
    return realms.size > 1 ? person.character?.realm || null : null;
  };
}

type FaceProps = {
  person: Person;
  /** Shown where the name alone is not enough. */
  realm?: string | null;
  /** Stands before the role. */
  mark?: ReactNode;
  /** Stands in place of marks and the role. */
  tag?: ReactNode;
};

export function Face({ person, realm, mark, tag }: FaceProps) {
  const words = lineupWords.use();
  const marks = coreWords.use().raider;
  const { concern, spec, answer } = person;
  const known = concern ? [] : [spec?.name, answer === 'tentative' ? words.maybe : null];
  const more = [...known, realm, raiderMark(marks, person.raider)].filter(Boolean);
  const played = person.character?.class ?? null;
  return (
    <>
      {played ? <ClassTile of={played} /> : <span className={styles.noClass} aria-hidden="true" />}
      <span className={styles.name}>
        <ClassName classId={played?.id ?? null}>{nameOf(person)}</ClassName>
        <small>
          {concern && <span className="bad">{words.concern[concern]}</span>}
          {concern && more.length > 0 && ' · '}
          {more.join(' · ')}
        </small>
      </span>
      {tag ?? (
        <>
          {mark}
          {!concern && <Late person={person} />}
          <Role role={person.role} />
        </>
      )}
    </>
  );
}

export function Late({ person: { lateMinutes } }: { person: Person }) {
  const words = lineupWords.use();
  if (lateMinutes === null) return null;
  const late = words.late({ minutes: lateMinutes });
  return (
    <span className={styles.role} title={late}>
      <Icon name="clock" size="s" />
      <span className="sr">{late}</span>
    </span>
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
