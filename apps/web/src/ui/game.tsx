import type { EventRole } from '@guildhall/contracts/event.ts';
import type { ReactNode } from 'react';
import { coreWords } from '../i18n/core.words.ts';
import { Icon, roleIcon } from './icon.tsx';

const CLASSES: Record<number, string> = {
  1: 'warrior',
  2: 'paladin',
  3: 'hunter',
  4: 'rogue',
  5: 'priest',
  6: 'deathknight',
  7: 'shaman',
  8: 'mage',
  9: 'warlock',
  10: 'monk',
  11: 'druid',
  12: 'demonhunter',
  13: 'evoker',
};

type Class = { id: number; name: string };

/** Sets the colours of a class on an element: `--ct` for text, `--cx` the exact one. */
export const classTint = (classId: number): string => (CLASSES[classId] ? `c-${CLASSES[classId]}` : '');

/** A name in a readable version of its class colour. Name the class itself beside it or with its tile. */
export function ClassName({ classId, children }: { classId: number | null; children: ReactNode }) {
  const known = CLASSES[classId ?? 0];
  return <span className={known ? `who clip c-${known}` : 'strong clip'}>{children}</span>;
}

/** The exact colour on a dark tile, in both themes. */
export function ClassTile({ of, large = false }: { of: Class; large?: boolean }) {
  const known = CLASSES[of.id];
  return (
    <span
      className={`cls${known ? ` c-${known}` : ''}${large ? ' l' : ''}`}
      role="img"
      aria-label={of.name}
      title={of.name}
    >
      <Icon name={known ? `class-${known}` : 'mark'} />
    </span>
  );
}

export function RoleIcon({ role, words: withWords = false }: { role: EventRole | null; words?: boolean }) {
  const words = coreWords.use();
  if (!role) return null;
  return (
    <span className="row role">
      <Icon name={roleIcon(role)} />
      <span className={withWords ? undefined : 'sr'}>{words.roles[role]}</span>
    </span>
  );
}
