import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { queryClient } from '../../api/client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Choice, FilterBar, FilterCount, SearchField } from '../../ui/filters.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, SectionBoundary } from '../../ui/states.tsx';
import { AddDialog } from './add-dialog.tsx';
import { BattlenetDialog } from './battlenet-dialog.tsx';
import { CharacterCard } from './character-card.tsx';
import { CharacterSync, useCharacterSync } from './character-sync.tsx';
import styles from './characters.module.css';
import { allMyCharacters } from './characters.queries.ts';
import { charactersWords } from './characters.words.ts';
import { type CharactersSearch, charactersSearch, filteredCharacters, SORTS } from './characters-search.ts';
import { MergeOffer } from './merge-offer.tsx';

const route = getRouteApi('/shell/app/characters');

export const load = () => Promise.all([queryClient.prefetchQuery(allMyCharacters()), charactersWords.load()]);

export function CharactersPage() {
  const words = charactersWords.use();
  const search = charactersSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change = (changes: CharactersSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const sync = useCharacterSync();
  const close = () => change({ add: undefined });
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          <>
            <Link to="/characters/side-by-side" className={buttonClass()}>
              {words.compare}
            </Link>
            <Button icon="plus" onClick={() => change({ add: 'name' })}>
              {words.add}
            </Button>
            <Button kind="primary" icon="refresh" pending={sync.running} onClick={() => change({ add: 'battlenet' })}>
              {words.battlenet}
            </Button>
          </>
        }
      />
      {search.error && <MergeOffer error={search.error} offer={search.merge} />}
      <CharacterSync sync={sync} />
      <SectionBoundary>
        <Mine search={search} onChange={change} />
      </SectionBoundary>
      {search.add === 'battlenet' && <BattlenetDialog sync={sync} onClose={close} />}
      {(search.add === 'name' || search.add === 'hand') && (
        <AddDialog way={search.add} onWay={(add) => change({ add })} onClose={close} />
      )}
    </div>
  );
}

type MineProps = { search: CharactersSearch; onChange(changes: CharactersSearch): void };

function Mine({ search, onChange }: MineProps) {
  const words = charactersWords.use();
  const all = useSuspenseQuery(allMyCharacters()).data;
  const shown = filteredCharacters(all, useDeferredValue(search));
  const archived = all.filter(({ archivedAt }) => archivedAt !== null).length;
  const guilds = [...new Map(all.flatMap(({ guild }) => (guild?.id ? [[guild.id, guild.name] as const] : [])))];
  if (all.length === 0) {
    return (
      <div className="card">
        <Empty
          icon="character"
          title={words.none}
          action={
            <Button kind="primary" onClick={() => onChange({ add: 'battlenet' })}>
              {words.battlenet}
            </Button>
          }
        >
          {words.noneHint}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <FilterBar label={words.filters}>
        <SearchField
          label={words.search}
          hint={words.search}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
        />
        <Choice
          always
          label={words.sort}
          value={search.sort ?? ''}
          onChange={(value) => onChange({ sort: SORTS.find((sort) => sort === value) })}
          options={[['', words.sorts.main], ...SORTS.map((sort) => [sort, words.sorts[sort]] as const)]}
        />
        {guilds.length > 0 && (
          <Choice
            label={words.guild}
            value={search.guild ?? ''}
            onChange={(guild) => onChange({ guild: guild || undefined })}
            options={[['', words.anyGuild], ...guilds]}
          />
        )}
        {archived > 0 && (
          <Chip pressed={search.archived === true} onChange={(on) => onChange({ archived: on || undefined })}>
            {words.archived({ count: archived })}
          </Chip>
        )}
        <FilterCount>{words.shown({ count: shown.length })}</FilterCount>
      </FilterBar>
      {shown.length === 0 ? (
        <div className="card">
          <Empty
            icon="search"
            title={words.nobody}
            action={<Button onClick={() => onChange({ q: undefined, guild: undefined })}>{words.reset}</Button>}
          />
        </div>
      ) : (
        <ul className={styles.cards} aria-label={words.title}>
          {shown.map((character) => (
            <CharacterCard key={character.id} character={character} />
          ))}
        </ul>
      )}
    </>
  );
}
