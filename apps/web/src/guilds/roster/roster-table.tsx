import type { RosterEntryView } from '@guildhall/contracts/organization.ts';
import { type CSSProperties, type ReactNode, Suspense, useRef, useState } from 'react';
import { ClassName, ClassTile, RoleIcon } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMedia } from '../../ui/media.ts';
import { TimeAgo } from '../../ui/time.tsx';
import type { Seen } from './follow-scrolling.tsx';
import type { RankMove } from './rank-moves.ts';
import { useRankName } from './rank-name.ts';
import styles from './roster.module.css';
import { rosterWords } from './roster.words.ts';
import { columnOrder, daysSince, nextSort, personOf } from './roster-filter.ts';
import { useLook } from './roster-look.tsx';
import { COLUMNS, type Column, type RosterSearch, type Sort } from './roster-search.ts';
import { Spacer } from './roster-spacer.tsx';

const ROW = { compact: 36, comfortable: 46, phone: 62 };
/** More than a screen has. They are there before the code that follows the scrolling. */
const FIRST_ROWS = 32;

const FollowScrolling = lazyPart(() => import('./follow-scrolling.tsx'), 'FollowScrolling');

type Props = {
  members: readonly RosterEntryView[];
  moves: ReadonlyMap<string, RankMove>;
  guildRealm: string | undefined;
  search: RosterSearch;
  onSort(sort: Sort): void;
  onOpen(member: string): void;
};

export function RosterTable({ members, moves, guildRealm, search, onSort, onOpen }: Props) {
  const words = rosterWords.use();
  const phone = useMedia('(max-width: 767px)');
  const { hidden, density } = useLook();
  const columns = phone ? COLUMNS : COLUMNS.filter((column) => !hidden.includes(column));
  const height = phone ? ROW.phone : ROW[density];
  const order = columnOrder(search.sort);
  const body = useRef<HTMLTableSectionElement>(null);
  const [{ from, to }, setSeen] = useState<Seen>({ from: 0, to: FIRST_ROWS });

  const row = (member: RosterEntryView, index: number) => (
    <Row
      key={member.id}
      member={member}
      index={index}
      move={moves.get(member.id)}
      foreign={member.realm.slug !== guildRealm}
      selected={member.id === search.member}
      columns={columns}
      onOpen={onOpen}
    />
  );

  return (
    <>
      <table
        className={`table ${styles.roster}`}
        style={{ '--row': `${height}px` } as CSSProperties}
        aria-rowcount={members.length + 1}
        aria-label={words.table.label}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => {
              const current = order.column === column;
              return (
                <th
                  key={column}
                  scope="col"
                  className={styles[column]}
                  aria-sort={current ? (order.descending ? 'descending' : 'ascending') : 'none'}
                >
                  <button type="button" onClick={() => onSort(nextSort(search.sort, column))}>
                    {words.columns[column]}
                    {current && <Icon name={order.descending ? 'down' : 'up'} size="s" />}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody ref={body}>
          <Spacer height={from * height} />
          {members.slice(from, to).map((member, index) => row(member, from + index))}
          <Spacer height={(members.length - to) * height} />
        </tbody>
      </table>
      <Suspense>
        <FollowScrolling body={body} members={members} height={height} onSeen={setSeen} />
      </Suspense>
    </>
  );
}

type RowProps = {
  member: RosterEntryView;
  index: number;
  move: RankMove | undefined;
  foreign: boolean;
  selected: boolean;
  columns: readonly Column[];
  onOpen(member: string): void;
};

function Row({ member, index, move, foreign, selected, columns, onOpen }: RowProps) {
  const words = rosterWords.use();
  const rankName = useRankName();
  const person = personOf(member);
  const cells: Record<Column, ReactNode> = {
    name: null,
    itemLevel: (
      <td key="itemLevel" className={`num ${styles.itemLevel}`}>
        {member.itemLevel ?? <span className="muted">–</span>}
      </td>
    ),
    role: (
      <td key="role" className={styles.role}>
        {member.role ? <RoleIcon role={member.role} words /> : null}
      </td>
    ),
    rank: (
      <td key="rank" className={styles.rank}>
        <span className="clip">{rankName(member)}</span>
        {move && (
          <span className={`tag ${move === 'promoted' ? 't-ok' : 't-warn'} ${styles.move}`}>
            <Icon name={move === 'promoted' ? 'up' : 'down'} size="s" />
            <span>{words.table[move]}</span>
          </span>
        )}
        {member.leftAt && <span className={`tag ${styles.move}`}>{words.table.left}</span>}
      </td>
    ),
    played: (
      <td key="played" className={`${styles.played} ${age(member.lastLoginAt)}`}>
        {member.lastLoginAt ? <TimeAgo at={member.lastLoginAt} /> : words.table.never}
      </td>
    ),
    person: (
      <td key="person" className={`${styles.person} ${person ? '' : 'muted'}`}>
        {person ?? words.table.nobody}
        {member.claimedByCharacter?.verified === false && <small className="muted"> {words.table.unproven}</small>}
      </td>
    ),
  };
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      onClick={() => onOpen(member.id)}
      className={member.leftAt ? styles.gone : undefined}
    >
      <td className={styles.name}>
        <button type="button" className="row" data-member={member.id} aria-pressed={selected}>
          <ClassTile of={member.class} />
          <span className="clip">
            <ClassName classId={member.class.id}>{member.name}</ClassName>
            {foreign && <small className="muted"> {member.realm.name}</small>}
          </span>
        </button>
      </td>
      {columns.map((column) => cells[column])}
    </tr>
  );
}

/** Fades logins that are long ago. */
function age(lastLoginAt: string | null): string {
  const days = lastLoginAt ? daysSince(lastLoginAt) : Number.POSITIVE_INFINITY;
  return days <= 2 ? 'age-1' : days <= 14 ? 'age-2' : 'age-3';
}
