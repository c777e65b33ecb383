import type { EventRole } from '@guildhall/contracts/event.ts';
import sprite from './glyphs.svg?url';

/** Glyphs of our own sprite. */
export type IconName =
  | 'week'
  | 'events'
  | 'roster'
  | 'character'
  | 'home'
  | 'more'
  | 'heat'
  | 'craft'
  | 'news'
  | 'key'
  | 'rep'
  | 'star'
  | 'search'
  | 'bell'
  | 'down'
  | 'right'
  | 'left'
  | 'check'
  | 'x'
  | 'plus'
  | 'clock'
  | 'refresh'
  | 'alert'
  | 'lock'
  | 'moon'
  | 'sun'
  | 'note'
  | 'grip'
  | 'copy'
  | 'download'
  | 'send'
  | 'up'
  | 'gem'
  | 'gear'
  | 'columns'
  | 'flag'
  | 'vault'
  | 'mark'
  | `slot-${string}`
  | `role-${'tank' | 'healer' | 'melee' | 'ranged'}`
  | `class-${string}`;

/** A slot for any role has no glyph of its own. */
export const roleIcon = (role: EventRole): IconName => (role === 'flex' ? 'roster' : `role-${role}`);

type Props = { name: IconName | 'crest'; size?: 's' | 'm' | 'l'; className?: string | undefined };

/** Decorative: say the same in words beside it. */
export function Icon({ name, size = 'm', className }: Props) {
  const sized = { s: 'i-s', m: 'i', l: 'i-l' }[size];
  return (
    <svg className={className ?? sized} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
