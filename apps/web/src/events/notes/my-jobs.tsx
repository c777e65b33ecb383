import type { JobView, MyJobsView } from '@guildhall/contracts/plan-note.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { coreWords } from '../../i18n/core.words.ts';
import { clock } from '../../ui/clock.ts';
import { Empty } from '../../ui/states.tsx';
import { notesWords } from './notes.words.ts';
import styles from './plan.module.css';
import { myJobsQuery } from './plan.queries.ts';

/** The lines of all notes that concern the reader, boss by boss. */
export function MyJobs({ event }: { event: string }) {
  const words = notesWords.use();
  const { roles } = coreWords.use();
  const { character, notes } = useSuspenseQuery(myJobsQuery(event)).data;
  const withJobs = notes.filter(({ jobs }) => jobs.length > 0);
  const who = character && [character.name, character.role && roles[character.role]].filter(Boolean).join(' · ');
  return (
    <>
      <header className="card-head">
        <h2>{words.myJobs}</h2>
        {who && <span className="muted small end clip">{who}</span>}
      </header>
      {withJobs.length === 0 ? (
        <Empty icon="check" title={words.noJobs}>
          {notes.some(({ hasNote }) => hasNote) ? words.noJobsHint : words.noNotesHint}
        </Empty>
      ) : (
        withJobs.map((note) => <JobsOfNote key={note.encounter?.id ?? 'all'} note={note} />)
      )}
      {!character && <p className={`muted small ${styles.hint}`}>{words.notSignedUp}</p>}
    </>
  );
}

function JobsOfNote({ note: { encounter, jobs } }: { note: MyJobsView['notes'][number] }) {
  const words = notesWords.use();
  return (
    <section className={styles.boss} aria-label={encounter?.name ?? words.wholeNight}>
      <h3>{encounter?.name ?? words.wholeNight}</h3>
      <ol>
        {jobs.map((job) => (
          <Job key={job.line} job={job} />
        ))}
      </ol>
    </section>
  );
}

function Job({ job: { seconds, phase, text, spellId, because } }: { job: JobView }) {
  const words = notesWords.use();
  const spell = spellId !== null && words.spell({ id: String(spellId) });
  const details = [
    text !== '' && spell,
    phase !== null && phase > 1 && words.phase({ number: phase }),
    because !== 'name' && words.because[because],
  ].filter(Boolean);
  return (
    <li>
      <span className={`num ${styles.time}`}>{seconds === null ? '' : clock(seconds)}</span>
      <span className="grow">
        {text === '' ? spell : text}
        {details.length > 0 && <small className="muted">{details.join(' · ')}</small>}
      </span>
    </li>
  );
}
