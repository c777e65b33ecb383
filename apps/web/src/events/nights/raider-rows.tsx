/** Rows of the attendance of a night: what was entered, what the log has, what it proposes, and a menu that corrects. */
import type { Attendance, EventView } from '@guildhall/contracts/event.ts';
import type { NightRaider, NightView } from '@guildhall/contracts/night.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Button } from '../../ui/button.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { standingOf } from './at-night.ts';
import { LogShare } from './log-share.tsx';
import styles from './night.module.css';
import { invalidateNights } from './nights.queries.ts';
import { type NightsWords, nightsWords } from './nights.words.ts';

const STATES: readonly Attendance[] = ['present', 'late', 'benched', 'excused', 'no_show'];

export type Of = { event: EventView; night: NightView };
export type Unknown = NightView['unknown'][number];
type RowProps = Of & { raider: NightRaider; onSet(attendance: Attendance | null): void };

export function Row({ event, night, raider, onSet }: RowProps) {
  const words = nightsWords.use();
  const isKept = standingOf(raider) === 'kept';
  const specs = raider.specs.map(({ name }) => name).join(' · ');
  return (
    <li className={isKept ? `${styles.row} ${styles.kept}` : styles.row}>
      <Tile raider={raider} />
      <span className={styles.name}>
        <Name event={event} raider={raider} />
        {specs && <small>{specs}</small>}
        <RaiderMark of={raider.raider} />
      </span>
      <span className={styles.entered}>
        <em>{words.columns.entered}</em>
        {enteredOf(words, raider)}
      </span>
      <LogShare raider={raider} night={night} />
      <span className={styles.proposed}>
        <Proposed raider={raider} />
      </span>
      <Correct event={event} night={night} raider={raider} onSet={onSet} />
    </li>
  );
}

/** A raider of whom there is nothing to decide. */
export function ShortRow({ event, night, raider, onSet }: RowProps) {
  const words = nightsWords.use();
  const { attendance, proposal, pulls, base } = raider;
  return (
    <li>
      <Tile raider={raider} />
      <span className="grow clip">
        <Name event={event} raider={raider} /> <RaiderMark of={raider.raider} />
      </span>
      <span className="muted small">
        {attendance === null && proposal !== null ? words.of({ pulls, base }) : enteredOf(words, raider)}
      </span>
      <Correct event={event} night={night} raider={raider} onSet={onSet} />
    </li>
  );
}

function Tile({ raider }: { raider: NightRaider }) {
  return raider.class ? <ClassTile of={raider.class} /> : <span className={styles.noClass} />;
}

export const nameOf = (words: NightsWords, { name }: NightRaider) => name || words.formerRaider;

function Name({ event, raider }: { event: EventView; raider: NightRaider }) {
  const words = nightsWords.use();
  const name = <ClassName classId={raider.class?.id ?? null}>{nameOf(words, raider)}</ClassName>;
  if (!raider.userId) return name;
  return (
    <PersonLink guild={event.organizationId} person={raider.userId}>
      {name}
    </PersonLink>
  );
}

function enteredOf(words: NightsWords, { attendance, status, away }: NightRaider): string {
  if (attendance) return words.states[attendance];
  if (away) return words.away;
  return status ? words.answers[status] : words.noAnswer;
}

const LOOKS: Record<Attendance, string> = {
  present: 'tag t-ok',
  late: 'tag t-warn',
  benched: 'tag',
  excused: 'tag',
  no_show: 'tag t-bad',
};

function Proposed({ raider }: { raider: NightRaider }) {
  const words = nightsWords.use();
  const { attendance, proposal, part, pulls, base } = raider;
  if (attendance !== null) {
    return <span className="muted small">{standingOf(raider) === 'kept' ? words.stays : words.recorded}</span>;
  }
  if (proposal === null) return <i className="muted small">{words.noProposal}</i>;
  if (part) return <span className="tag">{words.part({ percent: Math.round((pulls / base) * 100) })}</span>;
  return <span className={LOOKS[proposal]}>{words.states[proposal]}</span>;
}

/** Two taps: the menu, and what is right. */
function Correct({ event, night, raider, onSet }: RowProps) {
  const words = nightsWords.use();
  const match = useMutation({
    ...api.nights.match.mutationOptions(),
    onSuccess: invalidateNights,
    onError: toastFailure,
  });
  if (!night.mayConfirm) return <span />;
  const items: MenuItem[] = STATES.filter((state) => state !== raider.attendance).map((state) => ({
    label: words.states[state],
    ...(state === raider.proposal && raider.attendance === null ? { hint: words.columns.proposed } : {}),
    onSelect: () => onSet(state),
  }));
  if (raider.attendance !== null) items.push({ label: words.noRecord, icon: 'x', onSelect: () => onSet(null) });
  for (const fighter of raider.decided) {
    items.push({
      label: words.isNot({ fighter: fighter.name }),
      icon: 'character',
      onSelect: () => match.mutate({ id: event.id, name: fighter.name, realm: fighter.realm }),
    });
  }
  return (
    <span className={styles.tools}>
      <Menu label={words.decide({ name: nameOf(words, raider) })} items={items} />
    </span>
  );
}

/** A character in the log whom nothing here names. */
export function UnknownRow({ night, fighter, onAsk }: { night: NightView; fighter: Unknown; onAsk(): void }) {
  const { unknown: words, columns, noAnswer } = nightsWords.use();
  return (
    <li className={`${styles.row} ${styles.unknown}`}>
      <span className={styles.question} aria-hidden="true">
        ?
      </span>
      <span className={styles.name}>
        <span className="strong clip">{fighter.name}</span>
        <small>{fighter.realm}</small>
      </span>
      <span className={styles.entered}>
        <em>{columns.entered}</em>
        {noAnswer}
      </span>
      <LogShare raider={{ ...fighter, base: night.pulls.length, lastAt: null }} night={night} />
      <span className={styles.proposed}>
        {night.mayConfirm && (
          <Button small onClick={onAsk}>
            {words.ask}
            <span className="sr">{fighter.name}</span>
          </Button>
        )}
      </span>
      <span />
    </li>
  );
}
