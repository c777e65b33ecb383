import type { LootAwardView } from '@guildhall/contracts/loot.ts';
import { Link } from '@tanstack/react-router';
import { serviceTime } from '../../api/service-time.ts';
import { dayOf } from '../../events/signups/days.ts';
import { useFormat } from '../../i18n/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { ClassName } from '../../ui/game.tsx';
import { ItemName } from '../../ui/item-name.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import styles from './awards.module.css';
import { awardsWords } from './awards.words.ts';

type Props = { awards: readonly LootAwardView[]; manages: boolean; onAmend(award: LootAwardView): void };

/** Awards under their nights, the latest first. */
export function History({ awards, manages, onAmend }: Props) {
  return (
    <ul>
      {nightsOf(awards).map((night) => (
        <li key={night[0]?.id} className={styles.night}>
          <NightHead night={night} />
          <ul>
            {night.map((award) => (
              <Award key={award.id} award={award} onAmend={manages ? () => onAmend(award) : undefined} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const nightOf = ({ event, receivedAt }: LootAwardView) => event?.id ?? receivedAt.slice(0, 10);

function nightsOf(awards: readonly LootAwardView[]): LootAwardView[][] {
  const nights: LootAwardView[][] = [];
  for (const award of awards) {
    const [first] = nights.at(-1) ?? [];
    if (first && nightOf(first) === nightOf(award)) nights.at(-1)?.push(award);
    else nights.push([award]);
  }
  return nights;
}

function NightHead({ night }: { night: readonly LootAwardView[] }) {
  const words = awardsWords.use();
  const format = useFormat();
  const [first] = night;
  if (!first) return null;
  const { event, receivedAt, dayOnly } = first;
  const at = new Date(event?.startsAt ?? receivedAt);
  // A tool that tells the day alone means that of UTC.
  const zone = dayOnly && !event ? 'UTC' : undefined;
  const yearOf = (instant: Date) => dayOf(instant, zone ?? format.timeZone).slice(0, 4);
  const isOfThisYear = yearOf(at) === yearOf(new Date(serviceTime()));
  return (
    <h2>
      {isOfThisYear ? format.day(at, zone) : format.date(at, zone)}
      <span className="muted small">
        {event ? (
          <Link to="/events/$event" params={{ event: event.id }} className="person-link">
            {event.title}
          </Link>
        ) : (
          words.noNight
        )}
        {event?.team && ` · ${event.team.name}`} · {words.items({ count: night.length })}
      </span>
    </h2>
  );
}

function Award({ award, onAmend }: { award: LootAwardView; onAmend: (() => void) | undefined }) {
  const words = awardsWords.use();
  const { item, track, boss, kill, votes, withdrawn, amended, firstTo, note } = award;
  const from = kill ? words.killed({ boss: kill.name }) : boss;
  const said = [
    withdrawn && words.withdrawn,
    firstTo && words.firstTo({ name: firstTo }),
    amended && !firstTo && !withdrawn && words.amended,
    votes !== null && votes > 0 && words.votes({ count: votes }),
    note && `“${note}”`,
  ].filter(Boolean);
  return (
    <li className={`${styles.award} ${withdrawn ? styles.withdrawn : ''}`}>
      <span className={styles.item}>
        <ItemName of={item} />
        <small className="muted">{[words.track[track ?? 'unknown'], from].filter(Boolean).join(' · ')}</small>
      </span>
      <Winner award={award} />
      <Answer award={award} />
      <small className={`muted ${styles.said}`}>{said.join(' · ')}</small>
      {onAmend && <IconButton icon="more" label={words.amend.open({ item: item.name })} onClick={onAmend} />}
    </li>
  );
}

/** By their ids in the game, from 1. */
const CLASSES =
  'warrior paladin hunter rogue priest deathknight shaman mage warlock monk druid demonhunter evoker'.split(' ');
const classIdOf = (word: string | null) => (word === null ? null : CLASSES.indexOf(word) + 1 || null);

function Winner({ award: { winner } }: { award: LootAwardView }) {
  const words = awardsWords.use();
  if (!winner) return <span className={`muted ${styles.winner}`}>{words.unclaimed}</span>;
  const { raider, className } = winner;
  const name = winner.name ?? raider?.name ?? words.former;
  return (
    <span className={styles.winner}>
      <ClassName classId={classIdOf(className)}>{name}</ClassName>
      <RaiderMark of={raider} />
      {!raider && winner.name && <small className="muted">{words.notARaider}</small>}
    </span>
  );
}

function Answer({ award: { response, withdrawn } }: { award: LootAwardView }) {
  const words = awardsWords.use();
  const { text, meaning, counts, color } = response;
  return (
    <span className={styles.answer}>
      <span
        className={`tag ${meaning === null ? 't-warn' : counts && !withdrawn ? 't-ok' : ''}`}
        style={color ? { borderColor: color } : undefined}
      >
        {text || words.noResponse}
      </span>
      {meaning === null && <small className="muted">{words.notDecided}</small>}
    </span>
  );
}
