import type { ComparedInstance, ComparedMember } from '@guildhall/contracts/comparison.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Choice, FilterBar, FilterCount } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Matrix } from '../../ui/matrix.tsx';
import { Seg } from '../../ui/seg.tsx';
import { Empty } from '../../ui/states.tsx';
import { useGuild } from '../roster/roster.queries.ts';
import { type CompareSearch, compareSearch, pageOf } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import { AsOf, type Change, CharacterHead, CharacterLink, ExpansionChoice, GuildFrame, Pager } from './parts.tsx';

const route = getRouteApi('/shell/app/g/$guild/encounters');
/** Hardest first, because guilds care about it most. */
const HARDEST = ['MYTHIC', 'HEROIC', 'NORMAL', 'LFR'];

export function EncountersPage() {
  const words = comparisonsWords.use();
  const guild = useGuild();
  const search = compareSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change: Change = (changes) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <GuildFrame guild={guild} title={words.title} lead={words.lead}>
      <Encounters id={guild.id} file={`${guild.name} ${words.tabs.encounters}`} search={search} onChange={change} />
    </GuildFrame>
  );
}

type Difficulty = ComparedInstance['difficulties'][number];
type Row = { key: string; instance: string; name: string; kills: Difficulty['encounters'][number]['kills'] };
type Props = { id: string; file: string; search: CompareSearch; onChange: Change };

function Encounters({ id, file, search, onChange }: Props) {
  const words = comparisonsWords.use();
  const format = useFormat();
  const category = search.category ?? 'raid';
  // The address follows when the other kind is loaded; the chosen radio must not jump back until then.
  const [kind, setKind] = useState(category);
  useEffect(() => setKind(category), [category]);
  const { expansion, characters, instances, pagination } = useSuspenseQuery(
    api.comparisons.guildEncounters.queryOptions({
      id,
      category,
      locale: gameLocale(),
      page: pageOf(search),
      pageSize: 50,
      ...(search.expansion === undefined ? {} : { expansionId: search.expansion }),
    }),
  ).data;
  const difficulties = new Map(
    instances.flatMap((instance) => instance.difficulties.map(({ type, name }) => [type, name] as const)),
  );
  const usual = HARDEST.find((type) => difficulties.has(type)) ?? [...difficulties.keys()][0];
  const difficulty = search.difficulty && difficulties.has(search.difficulty) ? search.difficulty : usual;
  const rows: Row[] = instances.flatMap((instance) =>
    instance.difficulties
      .filter(({ type }) => type === difficulty)
      .flatMap(({ encounters }) =>
        encounters.map(({ id: encounter, name, kills }) => ({
          key: `${instance.id}/${encounter}`,
          instance: instance.name,
          name,
          kills,
        })),
      ),
  );
  const take = () =>
    downloadCsv(
      file,
      [words.instance, words.boss, ...characters.map(({ name }) => name)],
      rows.map((row) => [row.instance, row.name, ...characters.map((one) => row.kills[one.id]?.kills ?? 0)]),
    );
  const cell = (row: Row, character: ComparedMember) => {
    const killed = row.kills[character.id];
    if (!killed) return <span className="muted">–</span>;
    const last = killed.lastKillAt && format.date(new Date(killed.lastKillAt));
    return (
      <span className={styles.kill} title={last ?? undefined}>
        <Icon name="check" size="s" />
        <span className="sr">{words.killed}</span>
        {killed.kills}
      </span>
    );
  };
  const rowHead = (row: Row) => (
    <span className={styles.encounter} title={`${row.name}, ${row.instance}`}>
      <span className="clip">{row.name}</span>
      <small className="muted clip">{row.instance}</small>
    </span>
  );
  return (
    <>
      <FilterBar label={words.filters}>
        <Seg
          legend={words.category}
          value={kind}
          onChange={(next) => {
            setKind(next);
            onChange({ category: next === 'raid' ? undefined : next, difficulty: undefined });
          }}
          choices={[
            { value: 'raid', label: words.raids },
            { value: 'dungeon', label: words.dungeons },
          ]}
        />
        <ExpansionChoice value={expansion?.id ?? undefined} onChange={onChange} />
        {difficulties.size > 0 && (
          <Choice
            always
            label={words.difficulty}
            value={difficulty ?? ''}
            onChange={(next) => onChange({ difficulty: next })}
            options={[...difficulties]}
          />
        )}
        <Chip pressed={search.swap === true} onChange={(on) => onChange({ swap: on || undefined })}>
          {words.swap}
        </Chip>
        <Button small icon="download" title={words.csvHint} disabled={rows.length === 0} onClick={take}>
          CSV
        </Button>
        <FilterCount>{words.encounters(rows.length, characters.length)}</FilterCount>
      </FilterBar>
      <section className={`card ${styles.matrix}`} aria-label={words.tabs.encounters}>
        {rows.length === 0 || characters.length === 0 ? (
          <Empty icon="flag" title={words.noEncounters}>
            {words.noEncountersHint}
          </Empty>
        ) : search.swap ? (
          <Matrix
            key="swapped"
            label={words.encountersLabel}
            rows={characters}
            columns={rows}
            rowKey={({ id: character }) => character}
            columnKey={({ key }) => key}
            columnWidth={96}
            headHeight={58}
            corner={words.character}
            rowHead={(character) => <CharacterLink of={character} tab="raids" />}
            columnHead={({ name, instance }) => (
              <span className={styles.longHead} title={`${name}, ${instance}`}>
                {name}
              </span>
            )}
            cell={(character, row) => cell(row, character)}
          />
        ) : (
          <Matrix
            key="plain"
            label={words.encountersLabel}
            rows={rows}
            columns={characters}
            rowKey={({ key }) => key}
            columnKey={({ id: character }) => character}
            columnWidth={76}
            headWidth={230}
            headHeight={62}
            rowHeight={44}
            corner={words.boss}
            rowHead={rowHead}
            columnHead={(character) => <CharacterHead of={character} tab="raids" />}
            cell={cell}
          />
        )}
        <AsOf of={characters} />
      </section>
      <Pager of={pagination} onChange={onChange} />
    </>
  );
}
