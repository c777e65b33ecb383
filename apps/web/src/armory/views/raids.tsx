import { useSuspenseQuery } from '@tanstack/react-query';
import { Choice, FilterBar } from '../../ui/filters.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Empty } from '../../ui/states.tsx';
import { Fresh, Nothing } from './fresh.tsx';
import { Instance } from './instance.tsx';
import { encountersQuery } from './progress.ts';
import type { ViewProps } from './view-search.ts';
import { viewsWords } from './views.words.ts';

export function Raids({ id, search, onSearch }: ViewProps) {
  const words = viewsWords.use();
  const { expansions, currentSeasonInstanceIds, freshness } = useSuspenseQuery(encountersQuery(id)).data;
  const category = search.category ?? 'raid';
  const key = (expansion: { id: number | null }) => String(expansion.id ?? 'none');
  const chosen = expansions.find(({ expansion }) => key(expansion) === search.expansion) ?? expansions[0];
  const instances = (chosen?.instances ?? [])
    .filter((one) => one.category === category)
    .sort((a, b) => Number(currentSeasonInstanceIds.includes(b.id)) - Number(currentSeasonInstanceIds.includes(a.id)));
  const fresh = category === 'raid' ? freshness.raids : freshness.dungeons;
  if (!chosen) {
    return (
      <section className="card">
        <Nothing of={fresh} title={words.noEncounters} />
        <Fresh of={fresh} />
      </section>
    );
  }
  return (
    <div className="stack">
      <FilterBar label={words.filters}>
        <Choice
          always
          label={words.expansion}
          value={key(chosen.expansion)}
          onChange={(expansion) => onSearch({ expansion })}
          options={expansions.map(({ expansion }) => [key(expansion), expansion.name])}
        />
        <SegmentedControl
          legend={words.category}
          value={category}
          onChange={(next) => onSearch({ category: next === 'raid' ? undefined : next })}
          choices={[
            { value: 'raid', label: words.raids },
            { value: 'dungeon', label: words.dungeons },
          ]}
        />
      </FilterBar>
      {instances.length === 0 && (
        <section className="card">
          <Empty title={category === 'raid' ? words.noRaids : words.noDungeons} />
        </section>
      )}
      {instances.map((instance) => (
        <Instance key={instance.id} instance={instance} season={currentSeasonInstanceIds.includes(instance.id)} />
      ))}
      <Fresh of={fresh} />
    </div>
  );
}
