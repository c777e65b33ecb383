import type { ReputationView } from '@guildhall/contracts/character-progress.ts';
import { nameKey } from '@guildhall/contracts/name-key.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type CSSProperties, useDeferredValue } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Choice, FilterBar, FilterCount, SearchField } from '../../ui/filters.tsx';
import { Empty } from '../../ui/states.tsx';
import { Fresh, Nothing } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export function Reputations({ id, search, onSearch }: ViewProps) {
  const words = viewsWords.use();
  const { expansions, freshness } = useSuspenseQuery(
    api.characterViews.reputations.queryOptions({ id, locale: gameLocale() }),
  ).data;
  const sought = nameKey(useDeferredValue(search.q ?? ''));
  const tiers = new Map(
    expansions.flatMap(({ factions }) =>
      factions.flatMap(({ standing: { tier, name } }) => (tier ? [[tier, name ?? tier] as const] : [])),
    ),
  );
  const shown = expansions
    .map(({ expansion, factions }) => ({
      expansion,
      factions: factions.filter(
        ({ name, standing }) =>
          nameKey(name).includes(sought) && (!search.standing || standing.tier === search.standing),
      ),
    }))
    .filter(({ factions }) => factions.length > 0);
  if (expansions.length === 0) {
    return (
      <section className="card">
        <Nothing of={freshness} title={words.noReputations} />
        <Fresh of={freshness} />
      </section>
    );
  }
  return (
    <div className="stack">
      <FilterBar label={words.filters}>
        <SearchField
          label={words.findFaction}
          hint={words.findFaction}
          value={search.q ?? ''}
          onChange={(q) => onSearch({ q: q || undefined })}
        />
        <Choice
          label={words.standing}
          value={search.standing ?? ''}
          onChange={(standing) => onSearch({ standing: standing || undefined })}
          options={[['', words.anyStanding], ...tiers]}
        />
        <FilterCount>
          {words.factions({ count: shown.reduce((sum, { factions }) => sum + factions.length, 0) })}
        </FilterCount>
      </FilterBar>
      {shown.length === 0 && (
        <section className="card">
          <Empty icon="search" title={words.noFaction} />
        </section>
      )}
      {shown.map(({ expansion, factions }) => (
        <section key={expansion.id ?? 'none'} className="card" aria-label={expansion.name}>
          <header className="card-head">
            <h2>{expansion.name}</h2>
            <span className="muted small end num">{factions.length}</span>
          </header>
          <ul className={styles.standings}>
            {factions.map((faction) => (
              <Standing key={faction.id} faction={faction} />
            ))}
          </ul>
        </section>
      ))}
      <Fresh of={freshness} />
    </div>
  );
}

function Standing({ faction: { name, standing, paragon } }: { faction: ReputationView }) {
  const words = viewsWords.use();
  const format = useFormat();
  const { value, max, renownLevel } = standing;
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 1;
  const tier = renownLevel === null ? standing.name : words.renown({ level: renownLevel });
  return (
    <li>
      <span className="clip">{name}</span>
      <span className={styles.tier}>{tier ?? '–'}</span>
      <span className="bar" aria-hidden="true">
        <i style={{ '--w': `${share * 100}%` } as CSSProperties} />
      </span>
      <span className="muted num">
        {max > 0 ? `${format.number(value)} / ${format.number(max)}` : words.maxed}
        {paragon && ` · ${words.paragon}`}
      </span>
    </li>
  );
}
