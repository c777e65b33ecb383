/** The encounters of a raid or dungeon on each difficulty. */
import type { InstanceProgress } from '@guildhall/contracts/character-progress.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Fresh, Nothing } from './fresh.tsx';
import { encountersQuery, raidsOfNow } from './progress.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export function SeasonRaids({ id }: { id: string }) {
  const words = viewsWords.use();
  const { data } = useSuspenseQuery(encountersQuery(id));
  const { freshness } = data;
  const { raids, season } = raidsOfNow(data);
  return (
    <div className="stack">
      {raids.length === 0 ? (
        <section className="card" aria-label={words.raids}>
          <header className="card-head">
            <h2>{words.raids}</h2>
          </header>
          <Nothing of={freshness.raids} title={words.noRaids} />
        </section>
      ) : (
        raids.map((raid) => <Instance key={raid.id} instance={raid} season={season} />)
      )}
      <Fresh of={freshness.raids} />
    </div>
  );
}

export function Instance({ instance, season }: { instance: InstanceProgress; season: boolean }) {
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
      <ScrollBox className={styles.scroll} label={words.bossesOf({ name: instance.name })}>
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
                          {words.kills({ count: one.kills })}
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
