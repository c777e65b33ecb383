import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { classTint } from '../../ui/game.tsx';
import { characterQuery } from '../characters/characters.queries.ts';
import { equipmentQuery, First, Gear } from './gear.tsx';
import { SeasonRaids } from './instance.tsx';
import { encountersQuery, keystoneQuery, vaultQuery } from './progress.ts';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { Season, Week } from './week.tsx';

/** The parts that raiders look at, on one page. */
export function Overview({ id }: ViewProps) {
  usePrefetchQuery(equipmentQuery(id));
  usePrefetchQuery(keystoneQuery(id));
  usePrefetchQuery(encountersQuery(id));
  usePrefetchQuery(vaultQuery(id));
  const character = useSuspenseQuery(characterQuery(id)).data;
  const { freshness } = useSuspenseQuery(keystoneQuery(id)).data;
  const keystones = freshness.profile.status !== 'not_available';
  return (
    <div className={`stack ${classTint(character.class.id)}`}>
      <div className={styles.overview}>
        <Gear id={id} />
        <div className={`stack ${styles.ahead}`}>
          <First id={id} />
          {keystones && <Week id={id} runs={false} />}
        </div>
      </div>
      <div className={styles.overview}>
        <SeasonRaids id={id} />
        {keystones && (
          <div className="stack">
            <Season id={id} />
          </div>
        )}
      </div>
    </div>
  );
}
