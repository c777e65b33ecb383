import { nameKey } from '@guildhall/contracts/name-key.ts';
import { useSuspenseQueries } from '@tanstack/react-query';
import { type CSSProperties, useDeferredValue, useState } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { FilterBar, FilterCount, SearchField } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { Fresh, Nothing } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

type Recipe = { id: number; name: string };

export function Professions({ id, search, onSearch }: ViewProps) {
  const words = viewsWords.use();
  const locale = gameLocale();
  const [{ data: known }, { data: recipes }] = useSuspenseQueries({
    queries: [
      api.characterViews.professions.queryOptions({ id, locale }),
      api.characterViews.recipes.queryOptions({ id, locale }),
    ],
  });
  const q = nameKey(useDeferredValue(search.q ?? ''));
  const recipesOf = new Map<number, Recipe[]>(
    recipes.professions.flatMap(({ tiers }) =>
      tiers.map((tier) => [tier.id, tier.recipes.filter(({ name }) => nameKey(name).includes(q))] as const),
    ),
  );
  const found = [...recipesOf.values()].reduce((sum, list) => sum + list.length, 0);
  if (known.professions.length === 0) {
    return (
      <section className="card">
        <Nothing of={known.freshness} title={words.noProfessions} />
        <Fresh of={known.freshness} />
      </section>
    );
  }
  return (
    <div className="stack">
      <FilterBar label={words.filters}>
        <SearchField
          label={words.findRecipe}
          hint={words.findRecipe}
          value={search.q ?? ''}
          onChange={(next) => onSearch({ q: next || undefined })}
        />
        <FilterCount>{words.recipes({ count: found })}</FilterCount>
      </FilterBar>
      {q && found === 0 && (
        <section className="card">
          <Empty icon="search" title={words.noRecipe} />
        </section>
      )}
      {known.professions.map((profession) => {
        const tiers = q ? profession.tiers.filter((tier) => recipesOf.get(tier.id)?.length) : profession.tiers;
        if (q && tiers.length === 0) return null;
        return (
          <section key={profession.id} className="card" aria-label={profession.name}>
            <header className="card-head">
              <h2>{profession.name}</h2>
              <span className="tag">{words.kinds[profession.kind]}</span>
              {profession.specialization && <span className="tag ember">{profession.specialization}</span>}
            </header>
            {tiers.map((tier) => (
              <Tier key={tier.id} tier={tier} recipes={recipesOf.get(tier.id) ?? []} open={q !== ''} />
            ))}
            {tiers.length === 0 && <Points of={profession} />}
          </section>
        );
      })}
      <Fresh of={known.freshness} />
    </div>
  );
}

type Skill = { name: string; skillPoints: number | null; maxSkillPoints: number | null };
type TierProps = { tier: Skill; recipes: readonly Recipe[]; open: boolean };

/** A tier can have hundreds of recipes, so they are rendered on demand. */
function Tier({ tier, recipes, open }: TierProps) {
  const words = viewsWords.use();
  const [unfolded, setUnfolded] = useState(false);
  const shows = open || unfolded;
  if (recipes.length === 0) return <Points of={tier} />;
  return (
    <details className={styles.tierFold} open={shows} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
      <summary>
        <Points of={tier} />
        <span className="muted small">{words.recipes({ count: recipes.length })}</span>
        <Icon name="down" size="s" className="i-s chev" />
      </summary>
      {shows && (
        <ul className={styles.recipes}>
          {recipes.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Points({ of: { name, skillPoints, maxSkillPoints } }: { of: Skill }) {
  const format = useFormat();
  const share = skillPoints !== null && maxSkillPoints ? Math.min(1, skillPoints / maxSkillPoints) : 0;
  return (
    <span className={styles.points}>
      <span className="clip">{name}</span>
      <span className="bar" aria-hidden="true">
        <i style={{ '--w': `${share * 100}%` } as CSSProperties} />
      </span>
      <span className="muted num">
        {skillPoints === null ? '–' : format.number(skillPoints)}
        {maxSkillPoints !== null && ` / ${format.number(maxSkillPoints)}`}
      </span>
    </span>
  );
}
