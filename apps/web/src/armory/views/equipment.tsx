import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ClassTile, classTint } from '../../ui/game.tsx';
import { characterQuery } from '../characters/characters.queries.ts';
import { Fresh, Nothing } from './fresh.tsx';
import { equipmentQuery, First, LEFT, MissingTag, RIGHT, Unknown, Worn } from './gear.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

const renderQuery = (id: string) => api.characterViews.render.queryOptions({ id }, { retry: false });

export function Equipment({ id }: ViewProps) {
  const words = viewsWords.use();
  usePrefetchQuery(renderQuery(id));
  const { items, sets, missing, itemLevel, freshness } = useSuspenseQuery(equipmentQuery(id)).data;
  const character = useSuspenseQuery(characterQuery(id)).data;
  const worn = new Map(items.map((item) => [item.slot, item]));
  const row = (slot: string) => (
    <Worn key={slot} slot={slot} item={worn.get(slot)} missing={missing} gameVersion={character.gameVersion} />
  );
  const rest = items.filter(({ slot }) => ![...LEFT, ...RIGHT].includes(slot as never));
  return (
    <div className="stack">
      <section className={`card ${classTint(character.class.id)}`}>
        <header className="card-head">
          <h2>{words.tabs.equipment}</h2>
          {missing && <MissingTag of={missing} />}
        </header>
        {items.length === 0 ? (
          <Nothing of={freshness} title={words.noEquipment} />
        ) : (
          <>
            <div className={styles.armoury}>
              <ul>{LEFT.map(row)}</ul>
              <div className={styles.figure}>
                <Figure id={id} of={character.class} />
                <b>{itemLevel?.equipped ?? '–'}</b>
                <small>{words.itemLevel}</small>
                {sets.map((set) => (
                  <span key={set.id} className="tag">
                    {words.set({ name: set.name ?? `#${set.id}`, pieces: set.pieces })}
                  </span>
                ))}
              </div>
              <ul>{RIGHT.map(row)}</ul>
            </div>
            {rest.length > 0 && <ul className={styles.rest}>{rest.map(({ slot }) => row(slot))}</ul>}
            {missing && <Unknown of={missing} />}
          </>
        )}
        <Fresh of={freshness} />
      </section>
      <First id={id} />
    </div>
  );
}

/** The platform's full-body picture if there is one, else the class glyph. */
function Figure({ id, of }: { id: string; of: { id: number; name: string } }) {
  const [broken, setBroken] = useState(false);
  const { data } = useQuery(renderQuery(id));
  if (!data || broken) return <ClassTile of={of} large />;
  return <img src={data.renderUrl} alt="" loading="lazy" className={styles.render} onError={() => setBroken(true)} />;
}
