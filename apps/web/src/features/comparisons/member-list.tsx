import type { ComparedMember } from '@guildhall/contracts/comparison.ts';
import type { Pagination } from '@guildhall/contracts/page.ts';
import type { ReactNode } from 'react';
import { oneOf } from '../../shell/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { type Cell, downloadCsv } from '../../ui/csv.ts';
import { Choice, FilterBar, FilterCount } from '../../ui/filters.tsx';
import { useGuild } from '../roster/roster.queries.ts';
import { type CompareSearch, SORTS } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import { AsOf, type Change, CharacterLink, Pager } from './parts.tsx';

type Listed = { character: ComparedMember };

type Props<Member extends Listed, Sort extends string> = {
  tab: 'gear' | 'vault';
  /** The tab of a character's page where the rest stands. */
  leadsTo: 'equipment' | 'keystone';
  data: { members: readonly Member[]; pagination: Pagination };
  search: CompareSearch;
  onChange: Change;
  /** Largest first; equal ones by name. The first is the usual one. */
  sorts: Record<Sort, { label: string; by: (member: Member) => number }>;
  isShown?: (member: Member) => boolean;
  filters?: ReactNode;
  number: (member: Member) => ReactNode;
  children: (member: Member) => ReactNode;
  empty: (nobody: boolean) => ReactNode;
  /** Follows the name and the person in a line of the download. */
  csv: { heads: readonly string[]; cells: (member: Member) => readonly Cell[] };
};

/** The characters of a guild, one line each: a number, and what stands behind it. */
export function MemberList<Member extends Listed, Sort extends string>(props: Props<Member, Sort>) {
  const { tab, data, search, onChange, sorts, csv } = props;
  const words = comparisonsWords.use();
  const guild = useGuild();
  // The keys of a record that was written here.
  const names = Object.keys(sorts) as Sort[];
  const sort = names.find((one) => one === search.sort) ?? names[0];
  const by = (member: Member) => (sort ? sorts[sort].by(member) : 0);
  const shown = data.members
    .filter((member) => props.isShown?.(member) ?? true)
    .sort((a, b) => by(b) - by(a) || a.character.name.localeCompare(b.character.name));
  const take = () =>
    downloadCsv(
      `${guild.name} ${words.tabs[tab]}`,
      [words.character, words.person, ...csv.heads],
      shown.map((member) => [member.character.name, member.character.user.displayName, ...csv.cells(member)]),
    );
  return (
    <>
      <FilterBar label={words.filters}>
        <Choice
          always
          label={words.sort}
          value={sort ?? ''}
          onChange={(value) => onChange({ sort: oneOf(value, SORTS) })}
          options={names.map((one) => [one, sorts[one].label])}
        />
        {props.filters}
        <Button small icon="download" title={words.csvHint} disabled={shown.length === 0} onClick={take}>
          CSV
        </Button>
        <FilterCount>{words.characters(shown.length)}</FilterCount>
      </FilterBar>
      <section className="card" aria-label={words.tabs[tab]}>
        {shown.length === 0 ? (
          props.empty(data.members.length === 0)
        ) : (
          <ul className={`list ${styles.gear}`}>
            {shown.map((member) => (
              <li key={member.character.id}>
                <span className={styles.gearName}>
                  <CharacterLink of={member.character} tab={props.leadsTo} />
                  <small className="clip">{member.character.user.displayName}</small>
                </span>
                <b className="num">{props.number(member)}</b>
                {props.children(member)}
              </li>
            ))}
          </ul>
        )}
        <AsOf of={data.members.map(({ character }) => character)} />
      </section>
      <Pager of={data.pagination} onChange={onChange} />
    </>
  );
}
