import type { EventRole } from '@guildhall/contracts/event.ts';
import type { ImportRowView } from '@guildhall/contracts/import.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ClassName } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Options } from '../../ui/select.tsx';
import type { Decision } from './decide.ts';
import styles from './imports.module.css';
import { isUndecided } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';

type Props = {
  row: ImportRowView;
  /** Decisions are possible. */
  isOpen: boolean;
  selected: boolean;
  onSelect(): void;
  onDecide(decision: Decision): void;
  onChoose(): void;
};

/** Rows that write nothing, whomever they name. */
const CLOSED = new Set<NonNullable<ImportRowView['reason']>>([
  ...(['no_event', 'no_time', 'impossible_time', 'later_line'] as const),
  ...(['later_balance', 'no_balance', 'for_many', 'of_main'] as const),
]);

const ROLES = ['tank', 'healer', 'melee', 'ranged', 'flex'] as const satisfies readonly EventRole[];

export function Row(props: Props) {
  const { row, isOpen, selected, onSelect } = props;
  const { row: words } = importsWords.use();
  const undecided = isUndecided(row.status);
  return (
    <li className={row.written ? styles.written : undefined}>
      {isOpen && undecided && (
        <input type="checkbox" checked={selected} aria-label={words.select({ name: row.name })} onChange={onSelect} />
      )}
      <div className={styles.brought}>
        <b className={styles.raw}>{row.realm ? `${row.name}-${row.realm}` : row.name || words.unclaimed}</b>
        <Details row={row} />
      </div>
      {undecided ? <Undecided {...props} /> : <Decided {...props} />}
    </li>
  );
}

/** The words of the source, and why nothing is written, if that is so. */
function Details({ row }: Pick<Props, 'row'>) {
  const { row: words } = importsWords.use();
  const { roles } = coreWords.use();
  const format = useFormat();
  const { line, lines, nights, main, note, answer, award, balance, reserve, reason } = row;
  const balanceSaid = ({ points, gp, at }: NonNullable<typeof balance>) => [
    points !== null && (gp === null ? words.balance({ points }) : words.balanceOfBoth({ points, gp })),
    at && format.date(new Date(at)),
  ];
  const days = nights && [...new Set([nights.first, nights.last].map((night) => format.dayOfMonth(new Date(night))))];
  const said =
    lines > 1
      ? [words.lines({ count: lines }), main && words.altOf({ main }), days?.join(' – ')]
      : [
          words.line({ line }),
          main && words.altOf({ main }),
          reserve && (reserve.itemName ?? words.item({ id: String(reserve.itemId) })),
          reserve && reserve.plus > 0 && `+${reserve.plus}`,
          award && (award.itemName ?? words.item({ id: String(award.itemId) })),
          award?.response,
          ...(balance ? balanceSaid(balance) : []),
          answer && words.answer[answer.status],
          answer?.role && roles[answer.role],
          note && `“${note}”`,
          isUndecided(row.status) && days?.[0],
        ];
  return (
    <>
      <small className="muted">{said.filter(Boolean).join(' · ')}</small>
      {reason && (
        <small className={reason === 'nothing_to_write' ? 'muted' : 'warn'}>
          {balance && reason === 'already_there' ? words.balanceStays : words.reason[reason]}
        </small>
      )}
    </>
  );
}

function Undecided({ row, isOpen, onDecide, onChoose }: Props) {
  const { row: words, choose } = importsWords.use();
  const { name } = row;
  if (!isOpen) return null;
  return (
    <fieldset className={styles.choices}>
      <legend className="sr">{choose.title({ name })}</legend>
      {row.proposals.map(({ target, name: person, classId, by }) => (
        <button
          key={target}
          type="button"
          className={styles.proposal}
          onClick={() => onDecide({ decision: 'target', target })}
        >
          <ClassName classId={classId}>{person ?? words.gone}</ClassName>
          <small className="muted">{words.by[by]}</small>
        </button>
      ))}
      <span className={styles.others}>
        <Button small aria-label={words.chooseFor({ name })} onClick={onChoose}>
          {words.choose}
        </Button>
        <Button
          small
          kind="ghost"
          aria-label={words.guestFor({ name })}
          onClick={() => onDecide({ decision: 'guest' })}
        >
          {words.guest}
        </Button>
        <Button small kind="ghost" aria-label={words.skipFor({ name })} onClick={() => onDecide({ decision: 'skip' })}>
          {words.skip}
        </Button>
      </span>
    </fieldset>
  );
}

function Decided({ row, isOpen, onDecide, onChoose }: Props) {
  const { row: words } = importsWords.use();
  const { roles } = coreWords.use();
  const { name, person, guest, answer } = row;
  const column = answer?.role === null ? answer.column : null;
  const isClosed = row.reason !== null && CLOSED.has(row.reason);
  const canChange = isOpen && !isClosed && row.name !== '';
  return (
    <div className={styles.decided}>
      {row.status === 'matched' && row.name !== '' && (
        <span className={styles.target}>
          <Icon name="right" size="s" />
          {guest ? (
            <span className="tag">{words.asGuest}</span>
          ) : (
            <ClassName classId={person?.classId ?? null}>{person?.name ?? words.gone}</ClassName>
          )}
          {person && <small className="muted">{words.by[person.by]}</small>}
        </span>
      )}
      {row.written && <span className="tag t-ok">{words.written}</span>}
      {isOpen && column && (
        <select
          className={`input ${styles.role}`}
          aria-label={words.role({ column })}
          value=""
          onChange={({ target }) => {
            const role = ROLES.find((one) => one === target.value);
            if (role) onDecide({ decision: 'role', role });
          }}
        >
          <Options of={[['', words.roleMissing], ...ROLES.map((role) => [role, roles[role]] as const)]} />
        </select>
      )}
      {canChange && (
        <Menu
          label={words.change({ name })}
          items={[
            { label: words.choose, icon: 'search', onSelect: onChoose },
            { label: words.guest, icon: 'plus', onSelect: () => onDecide({ decision: 'guest' }) },
            ...(row.status === 'skipped'
              ? []
              : [{ label: words.skip, icon: 'x' as const, onSelect: () => onDecide({ decision: 'skip' }) }]),
          ]}
        />
      )}
    </div>
  );
}
