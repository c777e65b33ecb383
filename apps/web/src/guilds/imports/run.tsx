import type { ImportView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { DiscardRun } from './discard-run.tsx';
import { Group } from './group.tsx';
import styles from './imports.module.css';
import { invalidateImports, isAtWork, runQuery } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';
import { RunTag } from './runs.tsx';
import { UndoRun, undoUntil } from './undo-run.tsx';

type Props = { guild: OrganizationView; importId: string; past: ReactNode };

/** One import: what was read, whom its rows name, and what became of it. */
export function Run({ guild, importId, past }: Props) {
  const { data: run, error, refetch } = useQuery(runQuery(guild, importId));
  if (!run) {
    return (
      <div className="card">
        {error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={12} />}
      </div>
    );
  }
  return (
    <>
      <Head guild={guild} run={run} />
      <div className="split">
        <div className="stack">
          {run.state !== 'reading' &&
            (['ambiguous', 'unmatched', 'matched', 'skipped'] as const).map((status) => (
              <Group key={status} guild={guild} run={run} status={status} />
            ))}
        </div>
        <div className="stack">
          {run.state === 'preview' && <Will run={run} />}
          {past}
        </div>
      </div>
      {run.state === 'preview' && <Bar guild={guild} run={run} />}
    </>
  );
}

/** Awards of players who are no raiders are written by their names. */
const toWrite = ({ source, counts: { matched, ambiguous, unmatched } }: ImportView) =>
  source === 'loot' ? matched + ambiguous + unmatched : matched;

const rowsOf = ({ counts: { matched, ambiguous, unmatched, skipped } }: ImportView) =>
  matched + ambiguous + unmatched + skipped;

function Head({ guild, run }: { guild: OrganizationView; run: ImportView }) {
  const words = importsWords.use();
  const format = useFormat();
  return (
    <section className={`card ${styles.got}`} aria-label={words.source.names[run.source]}>
      <div className="row wrap">
        <div className="grow">
          <p>
            <b>{words.source.names[run.source]}</b> <RunTag state={run.state} />
          </p>
          <p className="muted small">
            {[
              words.rowsRead({ count: rowsOf(run) }),
              run.startedBy?.displayName,
              format.dayAndTime(new Date(run.createdAt)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <DiscardRun guild={guild} run={run} />
        <Link to="/g/$guild/bring-in/{-$run}" params={{ guild: guildRef(guild) }} className={buttonClass()}>
          {words.another}
        </Link>
      </div>
      {run.earlier && run.state === 'preview' && (
        <p className="small warn">{words.earlier({ date: format.date(new Date(run.earlier.appliedAt)) })}</p>
      )}
      {run.events && run.events.missing > 0 && (
        <p className="small warn">{words.missing({ count: run.events.missing })}</p>
      )}
      {isAtWork(run) ? <Progress run={run} /> : <Result guild={guild} run={run} />}
    </section>
  );
}

type ReadingEvents = ImportView & { events: NonNullable<ImportView['events']> };
const isReadingEvents = (run: ImportView): run is ReadingEvents =>
  run.state === 'reading' && run.events !== null && run.events.read < run.events.asked;

function Progress({ run }: { run: ImportView }) {
  const { progress: words, reading } = importsWords.use();
  const said = {
    reading: isReadingEvents(run) ? words.events(run.events) : reading,
    applying: words.applying({ done: run.written, all: toWrite(run) }),
    undoing: words.undoing,
  };
  const counted = isReadingEvents(run)
    ? { done: run.events.read, all: run.events.asked }
    : run.state === 'applying' && { done: run.written, all: toWrite(run) };
  return (
    <div className={styles.progress} role="status">
      <p className="small">{said[run.state as keyof typeof said]}</p>
      <progress
        aria-label={words.label}
        max={counted ? Math.max(1, counted.all) : undefined}
        value={counted ? counted.done : undefined}
      />
    </div>
  );
}

type Shown = 'reserves' | 'event' | 'events' | 'loot' | 'points' | 'people';

/** The page that shows what was brought in. */
function shownBy({ source, eventId, poolId }: ImportView, guild: OrganizationView): [Shown, LinkProps] {
  const params = { guild: guildRef(guild) };
  if (eventId !== null && source === 'reserves') {
    return ['reserves', { to: '/events/$event/reserves', params: { event: eventId } }];
  }
  if (eventId !== null) return ['event', { to: '/events/$event', params: { event: eventId } }];
  if (source === 'raid_helper') return ['events', { to: '/g/$guild/events', params, search: { when: 'past' } }];
  if (source === 'loot') return ['loot', { to: '/g/$guild/loot', params }];
  if (source === 'points')
    return ['points', { to: '/g/$guild/loot/points', params, search: { pool: poolId ?? undefined } }];
  return ['people', { to: '/g/$guild/people', params }];
}

function Result({ guild, run }: { guild: OrganizationView; run: ImportView }) {
  const { result: words } = importsWords.use();
  const format = useFormat();
  const { state, written, kept, counts } = run;
  if (state === 'preview') return null;
  const [shown, link] = shownBy(run, guild);
  const open = run.source === 'loot' ? 0 : counts.ambiguous + counts.unmatched;
  return (
    <div className={styles.result} role="status">
      <div className="grow">
        <p className="row">
          <Icon name={state === 'failed' ? 'alert' : 'check'} size="s" />{' '}
          {state === 'failed' ? words.failed : state === 'undone' ? words.undone : words.applied({ count: written })}
        </p>
        {kept > 0 && <p className="small">{words.kept({ count: kept })}</p>}
        {state === 'applied' && open > 0 && <p className="small muted">{words.open({ count: open })}</p>}
        {state !== 'undone' && written > 0 && (
          <p className="small muted">{words.until({ date: format.date(undoUntil(run)) })}</p>
        )}
      </div>
      <UndoRun guild={guild} run={run} />
      <Link {...link} className={buttonClass()}>
        {words[shown]}
      </Link>
    </div>
  );
}

function Will({ run }: { run: ImportView }) {
  const { will: words } = importsWords.use();
  const format = useFormat();
  const { matched, ambiguous, unmatched, skipped } = run.counts;
  const lines = [
    { count: matched, text: words.write({ count: matched }) },
    { count: run.evenings.found, text: words.evenings({ count: run.evenings.found }) },
    { count: run.newEvents, text: words.events({ count: run.newEvents }) },
    { count: run.evenings.missing, text: words.noEvents({ count: run.evenings.missing }) },
    { count: ambiguous, text: words.decide({ count: ambiguous }) },
    {
      count: unmatched,
      text: run.source === 'loot' ? words.byName({ count: unmatched }) : words.leave({ count: unmatched }),
    },
    { count: skipped, text: words.skip({ count: skipped }) },
  ].filter(({ count }, at) => at === 0 || count > 0);
  return (
    <section className="card" aria-label={words.title}>
      <header className="card-head">
        <h2>{words.title}</h2>
      </header>
      <ul className={styles.will}>
        {[...lines, { count: 0, text: words.members }].map(({ count, text }) => (
          <li key={text}>
            <b className="num">{format.number(count)}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className="fresh">
        <Icon name="clock" size="s" />
        <span>{words.undo({ date: format.date(undoUntil(run)) })}</span>
      </p>
    </section>
  );
}

function Bar({ guild, run }: { guild: OrganizationView; run: ImportView }) {
  const { bar: words } = importsWords.use();
  const apply = useMutation({
    ...api.imports.write.mutationOptions(),
    onError: toastFailure,
    onSettled: invalidateImports,
  });
  const matched = toWrite(run);
  const { ambiguous } = run.names;
  return (
    <section className={styles.bar} aria-label={words.label} data-bottom-bar>
      <p className="grow">
        {matched > 0 ? (
          <>
            <b>{words.ready({ count: matched })}</b> <span className="muted">{words.rest}</span>
          </>
        ) : (
          <span className="muted">{words.nothing}</span>
        )}
      </p>
      <Button
        kind="primary"
        pending={apply.isPending}
        disabled={matched === 0}
        onClick={() => apply.mutate({ id: guild.id, importId: run.id })}
      >
        {ambiguous > 0 ? words.verbOpen({ count: matched, open: ambiguous }) : words.verb({ count: matched })}
      </Button>
    </section>
  );
}
