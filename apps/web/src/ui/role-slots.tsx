import type { EventRole } from '@guildhall/contracts/event.ts';
import { coreWords } from '../i18n/core.words.ts';
import { Icon, roleIcon } from './icon.tsx';

const MOST_DOTS = 14;

type Places = { role: EventRole; taken: number; places: number };

/** Slots by role: ember while some are free. */
export function RoleSlots({ places, tight = false }: { places: readonly Places[]; tight?: boolean }) {
  const words = coreWords.use();
  return (
    <div className={tight ? 'pips tight' : 'pips'}>
      {places.map(({ role, taken, places: all }) => (
        <span key={role} className={taken < all ? 'pip open' : 'pip'}>
          <Icon name={roleIcon(role)} />
          <span>
            <b>{taken}</b>/{all} <span className={tight ? 'sr' : undefined}>{words.roles[role]}</span>
          </span>
          {!tight && all <= MOST_DOTS && (
            <span className="dots" aria-hidden="true">
              {Array.from({ length: all }, (_, place) => (
                <i key={place} className={place < taken ? undefined : 'o'} />
              ))}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}
