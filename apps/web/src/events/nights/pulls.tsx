import type { EventView } from '@guildhall/contracts/event.ts';
import type { NightView } from '@guildhall/contracts/night.ts';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { clock } from '../../ui/clock.ts';
import { downloadCsv } from '../../ui/csv.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { type Boss, byBoss } from './at-night.ts';
import { difficultyOf } from './difficulties.ts';
import { type NightsWords, nightsWords } from './nights.words.ts';
import styles from './pulls.module.css';

/** The pulls of a night in their order: as high as the boss was done. */
export function Pulls({ event, night }: { event: EventView; night: NightView }) {
  const words = nightsWords.use();
  const { pulls, people } = night;
  const box = useRef<HTMLElement>(null);
  // The last boss is what the night was about.
  useEffect(() => {
    if (box.current) box.current.scrollLeft = box.current.scrollWidth;
  }, []);
  const kills = pulls.filter(({ kill }) => kill).length;
  const link = night.reports.find(({ attached, url }) => attached && url)?.url;
  const difficulties = new Set(pulls.map(({ difficulty }) => difficulty));
  const [only] = difficulties.size === 1 ? difficulties : [];
  return (
    <section id="night" className={`card ${styles.strip}`} aria-label={words.title}>
      <header className="card-head">
        <h2>{words.title}</h2>
        {only !== undefined && difficultyOf(words, only) && <span className="tag">{difficultyOf(words, only)}</span>}
        <span className="muted small">{words.sum({ kills, pulls: pulls.length, people })}</span>
        <span className="row end">
          <Button small kind="ghost" icon="download" title={words.csv.pulls} onClick={() => take(words, event, night)}>
            CSV
          </Button>
          {link && (
            <a className="link" href={link} target="_blank" rel="noreferrer">
              Warcraft Logs
            </a>
          )}
        </span>
      </header>
      <ScrollBox label={words.pulls} className={styles.scroll} box={box}>
        <ol className={styles.pulls}>
          {byBoss(pulls).map((boss) => (
            <BossPulls key={boss.key} boss={boss} difficulty={only === undefined} />
          ))}
        </ol>
      </ScrollBox>
      <Fresh night={night} />
    </section>
  );
}

function BossPulls({ boss: { name, difficulty, pulls }, difficulty: isNamed }: { boss: Boss; difficulty: boolean }) {
  const words = nightsWords.use();
  const first = pulls.find(({ firstKill }) => firstKill);
  const named = isNamed && difficultyOf(words, difficulty);
  return (
    <li className={styles.boss} style={{ '--n': pulls.length } as CSSProperties}>
      <h3>
        <span className="clip" title={name}>
          {name}
        </span>
        {named && <span className="tag">{named}</span>}
        {first && <span className="tag ember">{words.firstKill({ number: first.wipesBefore + 1 })}</span>}
      </h3>
      <ol>
        {pulls.map((pull) => (
          <Pull key={pull.startsAt} pull={pull} />
        ))}
      </ol>
    </li>
  );
}

function Pull({ pull: { kill, percent, seconds, number } }: { pull: Boss['pulls'][number] }) {
  const words = nightsWords.use();
  const format = useFormat();
  const time = clock(seconds);
  const left = percent === null ? null : format.number(Math.round(percent));
  const said = kill
    ? words.kill({ number, time })
    : left === null
      ? words.wipeUnknown({ number, time })
      : words.wipe({ number, percent: left, time });
  const height = kill ? 100 : percent === null ? 0 : 100 - percent;
  return (
    <li className={kill ? styles.kill : styles.wipe} title={said}>
      <span className="sr">{said}</span>
      <span aria-hidden="true">
        <b>{kill ? <Icon name="check" size="s" /> : left === null ? '–' : words.percent({ percent: left })}</b>
        <span className={styles.column}>
          <i style={{ '--h': `${height}%` } as CSSProperties} />
        </span>
        <small>{time}</small>
      </span>
    </li>
  );
}

function Fresh({ night: { reports } }: { night: NightView }) {
  const words = nightsWords.use();
  const format = useFormat();
  const own = reports.filter(({ attached }) => attached);
  const readAt = own
    .flatMap((report) => report.readAt ?? [])
    .sort()
    .at(-1);
  return (
    <p className="fresh">
      <Icon name="refresh" size="s" />
      <span>
        {[
          readAt && words.readAt({ when: format.dayAndTime(new Date(readAt)) }),
          words.recorders({ count: own.length }),
          own.every(({ complete }) => complete) ? words.complete : words.live,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  );
}

function take(words: NightsWords, event: EventView, { pulls }: NightView): void {
  const { csv } = words;
  downloadCsv(
    `${event.title} ${event.startsAt.slice(0, 10)} pulls`,
    [csv.boss, csv.difficulty, csv.size, csv.start, csv.seconds, csv.kill, csv.left],
    pulls.map(({ name, difficulty, size, startsAt, seconds, kill, percent }) => [
      name,
      difficultyOf(words, difficulty) ?? difficulty,
      size,
      startsAt,
      seconds,
      kill ? 1 : 0,
      percent,
    ]),
  );
}
