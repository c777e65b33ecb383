import type { RosterEntryView } from '@guildhall/contracts/organization.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { Chip } from '../../ui/chip.tsx';
import { Choice, SearchField } from '../../ui/filters.tsx';
import { ClassTile } from '../../ui/game.tsx';
import { PERIODS } from './periods.ts';
import { useRankName } from './rank-name.ts';
import styles from './roster.module.css';
import { type RosterWords, rosterWords } from './roster.words.ts';
import { columnOrder, nextSort } from './roster-filter.ts';
import { COLUMNS, classesOf, hasFilter, NO_FILTER, ROLES, type RosterSearch } from './roster-search.ts';

type Props = {
  members: readonly RosterEntryView[];
  /** Members that match all filters but the class. */
  counted: readonly RosterEntryView[];
  shown: number;
  search: RosterSearch;
  onChange(changes: RosterSearch): void;
};

export function RosterFilters({ members, counted, shown, search, onChange }: Props) {
  const words = rosterWords.use();
  const { roles } = coreWords.use();
  const rankName = useRankName();
  const ranks = [...new Map(members.map((member) => [member.rank, rankName(member)]))].sort(([a], [b]) => a - b);
  const chosen = classesOf(search);
  const counts = Map.groupBy(counted, (member) => member.class.id);
  const classes = [...new Map(members.map((member) => [member.class.id, member.class])).values()].sort(
    (a, b) => a.id - b.id,
  );
  const toggle = (id: number) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    onChange({ class: next.length > 0 ? next.join(',') : undefined });
  };
  const sort = columnOrder(search.sort).column;
  const unknown = members.filter(({ lastLoginAt }) => lastLoginAt === null).length;
  return (
    <section className={styles.filters} aria-label={words.filter.label}>
      <div className="row wrap">
        <SearchField
          label={words.filter.search}
          hint={words.filter.searchHint}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
        />
        <div className={styles.choices}>
          <Choice
            label={words.filter.rank}
            value={search.rank === undefined ? '' : String(search.rank)}
            onChange={(rank) => onChange({ rank: rank === '' ? undefined : Number(rank) })}
            options={[['', words.filter.anyRank], ...ranks.map(([rank, name]) => [String(rank), name] as const)]}
          />
          <Choice
            label={words.filter.role}
            value={search.role ?? ''}
            onChange={(role) => onChange({ role: ROLES.find((one) => one === role) })}
            options={[
              ['', words.filter.anyRole],
              ...ROLES.map((role) => [role, role === 'unknown' ? words.unknown : roles[role]] as const),
            ]}
          />
          <Choice
            label={words.filter.played}
            value={search.played ?? ''}
            onChange={(played) => onChange({ played: PERIODS.find((one) => one === played) })}
            options={[
              ['', words.filter.anyTime],
              ...PERIODS.map((days) => [days, periodName(words, Number(days))] as const),
            ]}
          />
          <span className={styles.sortChoice}>
            <Choice
              always
              label={words.filter.sort}
              value={sort}
              onChange={(column) => {
                const wanted = COLUMNS.find((one) => one === column) ?? 'rank';
                if (wanted !== sort) onChange({ sort: nextSort(search.sort, wanted) });
              }}
              options={COLUMNS.map((column) => [column, `${words.filter.sort}: ${words.columns[column]}`])}
            />
          </span>
          <Chip pressed={search.claimed === true} onChange={(on) => onChange({ claimed: on || undefined })}>
            {words.filter.claimed}
          </Chip>
          <Chip pressed={search.left === true} onChange={(on) => onChange({ left: on || undefined })}>
            {words.filter.left}
          </Chip>
          {hasFilter(search) && (
            <button type="button" className={`link ${styles.reset}`} onClick={() => onChange(NO_FILTER)}>
              {words.filter.reset}
            </button>
          )}
        </div>
        <span className={`muted small ${styles.end}`} role="status">
          {words.filter.shown({ shown, total: members.length })}
          {search.played !== undefined && unknown > 0 && ` · ${words.filter.unknownLogin({ count: unknown })}`}
        </span>
      </div>
      <fieldset className={styles.chips}>
        <legend className="sr">{words.filter.classes}</legend>
        {classes.map((one) => {
          const count = counts.get(one.id)?.length ?? 0;
          return (
            <Chip
              key={one.id}
              pressed={chosen.includes(one.id)}
              label={words.filter.classChip({ name: one.name, count })}
              onChange={() => toggle(one.id)}
            >
              <ClassTile of={one} />
              <span className={count === 0 ? 'muted' : undefined}>{count}</span>
            </Chip>
          );
        })}
      </fieldset>
    </section>
  );
}

const periodName = ({ filter }: RosterWords, days: number) =>
  days > 0 ? filter.within({ days }) : filter.notFor({ days: -days });
