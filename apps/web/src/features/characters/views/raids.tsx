import type { InstanceProgress } from '@guildhall/contracts/character-progress.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useFormat } from '../../../i18n/format.ts';
import { gameLocale } from '../../../i18n/language.ts';
import { Choice, FilterBar } from '../../../ui/filters.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import { Seg } from '../../../ui/seg.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Fresh, Nothing } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export function Raids({ id, search, onSearch }: ViewProps) {
  const words = viewsWords.use();
  const { expansions, currentSeasonInstanceIds, freshness } = useSuspenseQuery(
    api.characterViews.encounters.queryOptions({ id, locale: gameLocale() }),
  ).data;
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
    <div className={styles.stack}>
      <FilterBar label={words.filters}>
        <Choice
          always
          label={words.expansion}
          value={key(chosen.expansion)}
          onChange={(expansion) => onSearch({ expansion })}
          options={expansions.map(({ expansion }) => [key(expansion), expansion.name])}
        />
        <Seg
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

function Instance({ instance, season }: { instance: InstanceProgress; season: boolean }) {
  const words = viewsWords.use();
  const format = useFormat();
  const { difficulties } = instance;
  const bosses = new Map(difficulties.flatMap(({ encounters }) => encounters.map(({ id, name }) => [id, name])));
  return (
    <section className="card" aria-label={instance.name}>
      <header className={`card-head ${styles.wraps}`}>
        <h2>{instance.name}</h2>
        {season && <span className="tag ember">{words.thisSeason}</span>}
        <span className={`end ${styles.progress}`}>
          {difficulties.map(({ type, name, defeated, total, complete }) => (
            <span key={type}>
              {name}{' '}
              <b className={complete ? 'ok' : undefined}>
                {defeated}/{total}
              </b>
            </span>
          ))}
        </span>
      </header>
      <ScrollBox className={styles.scroll} label={words.bossesOf(instance.name)}>
        <table className={`table ${styles.bosses}`}>
          <thead>
            <tr>
              <th scope="col">{words.boss}</th>
              {difficulties.map(({ type, name }) => (
                <th key={type} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...bosses].map(([id, name]) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {difficulties.map(({ type, name: difficulty, encounters }) => {
                  const one = encounters.find((encounter) => encounter.id === id);
                  const last = one?.lastKillAt ? format.date(new Date(one.lastKillAt)) : undefined;
                  return (
                    <td key={type} title={last} data-of={difficulty}>
                      {one && one.kills > 0 ? (
                        <span className={styles.kill}>
                          <Icon name="check" size="s" />
                          {words.kills(one.kills)}
                          {last && <small className="muted">{last}</small>}
                        </span>
                      ) : (
                        <span className="muted">–</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}
