/** Which bosses the members of a guild have defeated in one difficulty. */
import type { ComparedInstance } from '@guildhall/contracts/comparison.ts';
import type { GuildRaidsView, RaidingMember } from '@guildhall/contracts/guild-armory.ts';
import { useEffect, useState } from 'react';
import { serviceTime } from '../../api/service-time.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Choice, FilterCount } from '../../ui/filters.tsx';
import { RoleIcon } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Matrix } from '../../ui/matrix.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Empty } from '../../ui/states.tsx';
import type { CompareSearch } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import { MemberFilters } from './member-filters.tsx';
import { AsOf, type Change, CharacterHead, CharacterLink, ExpansionChoice } from './parts.tsx';

/** Hardest first, because guilds care about it most. */
const HARDEST = ['MYTHIC', 'HEROIC', 'NORMAL', 'LFR'];

const DAY = 86_400_000;

export type BossProps = { id: string; file: string; search: CompareSearch; onChange: Change };
type Difficulty = ComparedInstance['difficulties'][number];
type Row = { key: string; instance: string; name: string; kills: Difficulty['encounters'][number]['kills'] };
type Member = Pick<RaidingMember, 'id' | 'characterId' | 'name' | 'class' | 'readAt' | 'rank' | 'role' | 'user'>;
type Props = BossProps &
  Pick<GuildRaidsView, 'expansion' | 'instances'> & {
    members: Member[];
    filters: Pick<GuildRaidsView, 'ranks' | 'teams'> | null;
  };

export function BossBoard({ file, search, onChange, members, expansion, instances, filters }: Props) {
  const words = comparisonsWords.use();
  const { roles } = coreWords.use();
  const category = search.category ?? 'raid';
  // The address follows when the other kind is loaded; the chosen radio must not jump back until then.
  const [kind, setKind] = useState(category);
  useEffect(() => setKind(category), [category]);
  const difficulties = new Map(
    instances.flatMap((instance) => instance.difficulties.map(({ type, name }) => [type, name] as const)),
  );
  const chosen = search.difficulty && difficulties.has(search.difficulty) ? search.difficulty : usualOf(instances);
  const rows = rowsOf(instances, chosen);
  const take = () =>
    downloadCsv(
      [file, difficulties.get(chosen ?? '')].filter(Boolean).join(' '),
      [
        ...[words.character, words.person, words.rank, words.role, words.read],
        ...rows.map(({ name, instance }) => `${name}, ${instance}`),
      ],
      members.map(({ id, name, user, rank, role, readAt }) => [
        ...[name, user?.displayName, rank?.name, role && roles[role], readAt],
        ...rows.map(({ kills }) => (readAt === null ? null : (kills[id]?.kills ?? 0))),
      ]),
    );
  return (
    <>
      <MemberFilters of={filters} search={search} onChange={onChange}>
        <SegmentedControl
          legend={words.category}
          value={kind}
          onChange={(next) => {
            setKind(next);
            onChange({ category: next === 'raid' ? undefined : next, difficulty: undefined, page: undefined });
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
            value={chosen ?? ''}
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
        <FilterCount>{words.encounters({ encounters: rows.length, characters: members.length })}</FilterCount>
      </MemberFilters>
      <section className={`card ${styles.matrix}`} aria-label={words.tabs.encounters}>
        {rows.length === 0 || members.length === 0 ? (
          <Empty icon="flag" title={words.noEncounters}>
            {words.noEncountersHint}
          </Empty>
        ) : (
          <Kills of={rows} by={members} swap={search.swap === true} />
        )}
        <AsOf of={members.map(({ readAt }) => ({ dataAsOf: readAt }))} />
      </section>
    </>
  );
}

function Kills({ of: rows, by: members, swap }: { of: Row[]; by: Member[]; swap: boolean }) {
  const words = comparisonsWords.use();
  const format = useFormat();
  const cell = ({ kills }: Row, { id, readAt }: Member) => <Cell of={kills[id]} known={readAt !== null} />;
  const read = ({ readAt }: Member) => {
    if (readAt === null) return words.never;
    const at = new Date(readAt);
    return (
      <time dateTime={readAt} title={format.full(at)}>
        {serviceTime() - at.getTime() < DAY ? format.time(at) : format.dayOfMonth(at)}
      </time>
    );
  };
  return swap ? (
    <Matrix
      key="swapped"
      label={words.encountersLabel}
      rows={members}
      columns={rows}
      rowKey={({ id }) => id}
      columnKey={({ key }) => key}
      columnWidth={96}
      headWidth={220}
      headHeight={58}
      rowHeight={44}
      corner={words.character}
      fixed={[{ key: 'read', head: words.read, width: 68, cell: (of) => <small className="muted">{read(of)}</small> }]}
      rowHead={(of) => (
        <CharacterLink of={{ ...of, id: of.characterId }} tab="raids">
          <MemberNote of={of} />
        </CharacterLink>
      )}
      columnHead={({ name, instance }) => (
        <span className={styles.longHead} title={`${name}, ${instance}`}>
          {name}
        </span>
      )}
      cell={(member, row) => cell(row, member)}
    />
  ) : (
    <Matrix
      key="plain"
      label={words.encountersLabel}
      rows={rows}
      columns={members}
      rowKey={({ key }) => key}
      columnKey={({ id }) => id}
      columnWidth={76}
      headWidth={230}
      headHeight={80}
      rowHeight={44}
      corner={words.boss}
      rowHead={rowHead}
      columnHead={(of) => (
        <CharacterHead of={{ ...of, id: of.characterId }} tab="raids">
          <small>{read(of)}</small>
        </CharacterHead>
      )}
      cell={cell}
    />
  );
}

function MemberNote({ of: { role, rank } }: { of: Member }) {
  return (
    <small className={`muted ${styles.note}`}>
      <RoleIcon role={role} />
      {rank && <span className="clip">{rank.name}</span>}
    </small>
  );
}

/** The hardest in which someone has defeated a boss. */
function usualOf(instances: ComparedInstance[]): string | undefined {
  const all = instances.flatMap(({ difficulties }) => difficulties);
  const fought = all.filter(({ encounters }) => encounters.some(({ kills }) => Object.keys(kills).length > 0));
  return HARDEST.find((hard) => fought.some(({ type }) => type === hard)) ?? (fought[0] ?? all[0])?.type;
}

const rowsOf = (instances: ComparedInstance[], difficulty: string | undefined): Row[] =>
  instances.flatMap((instance) =>
    instance.difficulties
      .filter(({ type }) => type === difficulty)
      .flatMap(({ encounters }) =>
        encounters.map(({ id, name, kills }) => ({
          key: `${instance.id}/${id}`,
          instance: instance.name,
          name,
          kills,
        })),
      ),
  );

function Cell({ of: killed, known }: { of: Row['kills'][string] | undefined; known: boolean }) {
  const words = comparisonsWords.use();
  const format = useFormat();
  if (!known) {
    return (
      <span className="muted" title={words.notRead}>
        ?<span className="sr">{words.notRead}</span>
      </span>
    );
  }
  if (!killed) return <span className="muted">–</span>;
  const last = killed.lastKillAt && format.date(new Date(killed.lastKillAt));
  return (
    <span className={styles.kill} title={last ?? undefined}>
      <Icon name="check" size="s" />
      <span className="sr">{words.killed}</span>
      {killed.kills}
    </span>
  );
}

const rowHead = (row: Row) => (
  <span className={styles.encounter} title={`${row.name}, ${row.instance}`}>
    <span className="clip">{row.name}</span>
    <small className="muted clip">{row.instance}</small>
  </span>
);
