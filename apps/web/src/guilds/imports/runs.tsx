import type { ImportView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import styles from './imports.module.css';
import { runsQuery } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';
import { UndoRun } from './undo-run.tsx';

const TAGS: Record<ImportView['state'], string> = {
  reading: 'tag',
  preview: 'tag ember',
  applying: 'tag ember',
  applied: 'tag t-ok',
  undoing: 'tag',
  undone: 'tag',
  failed: 'tag t-bad',
};

export function RunTag({ state }: Pick<ImportView, 'state'>) {
  const words = importsWords.use();
  return <span className={TAGS[state]}>{words.state[state]}</span>;
}

/** The imports of the guild, newest first. */
export function Runs({ guild, current }: { guild: OrganizationView; current: string | undefined }) {
  const { runs: words, source } = importsWords.use();
  const format = useFormat();
  const { imports } = useSuspenseQuery(runsQuery(guild)).data;
  const others = imports.filter(({ id }) => id !== current);
  if (others.length === 0) return <p className={`muted small ${styles.hint}`}>{words.none}</p>;
  return (
    <ul className={`list ${styles.runs}`}>
      {others.map((run) => (
        <li key={run.id}>
          <div className="grow">
            <p className="clip">
              <Link
                to="/g/$guild/bring-in/{-$run}"
                params={{ guild: guildRef(guild), run: run.id }}
                className="person-link"
              >
                {source.names[run.source]}
              </Link>
            </p>
            <small>
              {[
                run.appliedAt && words.counts({ written: run.written }),
                run.kept > 0 && words.kept({ count: run.kept }),
                run.startedBy?.displayName,
                format.dayAndTime(new Date(run.createdAt)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </div>
          <RunTag state={run.state} />
          <UndoRun guild={guild} run={run} />
        </li>
      ))}
    </ul>
  );
}
