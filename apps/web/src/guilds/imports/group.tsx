import type { ImportRowStatus, ImportRowView, ImportView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { ChooseDialog } from './choose-dialog.tsx';
import { alikeOf, useDecide } from './decide.ts';
import { Evening } from './evening.tsx';
import styles from './imports.module.css';
import { isUndecided, proposedRows, rowsQuery } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';
import { Row } from './row.tsx';

type Props = { guild: OrganizationView; run: ImportView; status: ImportRowStatus };

/** Rows of one status. Those for which nothing is written stand closed. */
export function Group(props: Props) {
  const { run, status } = props;
  const { groups: words, row } = importsWords.use();
  const lines = run.counts[status];
  const count = isUndecided(status) ? run.names[status] : lines;
  const [isOpen, setOpen] = useState(status !== 'skipped');
  if (lines === 0) return null;
  return (
    <section
      className={`card ${status === 'ambiguous' && run.state === 'preview' ? styles.urgent : ''}`}
      aria-label={words[status]}
    >
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.summary}>
          <h2>{words[status]}</h2>
          <span className={status === 'ambiguous' ? 'tag ember' : 'tag'}>{count}</span>
          <span className={`muted small ${styles.about}`}>
            {[
              lines > count && row.lines({ count: lines }),
              run.state === 'preview' &&
                words.hints[status === 'unmatched' && run.source === 'loot' ? 'unmatchedLoot' : status],
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Icon name="down" size="s" className="i-s chev" />
        </summary>
        {isOpen && (
          <SectionBoundary>
            <Suspense fallback={<Skeleton lines={Math.min(6, count)} />}>
              <Rows {...props} />
            </Suspense>
          </SectionBoundary>
        )}
      </details>
    </section>
  );
}

function Rows({ guild, run, status }: Props) {
  const { groups: words } = importsWords.use();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    rowsQuery(guild, run.id, status),
  );
  const decide = useDecide(guild, run.id);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const rows = data.pages.flatMap((page) => page.rows);
  const [chosen, setChosen] = useOpenDialog<ImportRowView>(
    Object.fromEntries(rows.map((row) => [`import-row:${row.id}`, row])),
  );
  const total = data.pages.at(-1)?.pagination.total ?? rows.length;
  const isOpen = run.state === 'preview';
  const evenings = eveningsOf(rows, status);
  const toggle = (id: string) =>
    setSelected(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <>
      {isOpen && isUndecided(status) && (
        <Bulk
          guild={guild}
          run={run}
          status={status}
          rows={rows}
          selected={selected}
          onSelect={setSelected}
          total={total}
        />
      )}
      {evenings.map(({ answer, rows: ofEvening }, at) => (
        <section key={ofEvening[0]?.id}>
          {answer && (
            <Evening
              answer={answer}
              isNew={isOpen && status === 'matched'}
              count={hasNextPage && at === evenings.length - 1 ? null : ofEvening.length}
            />
          )}
          <ol className={styles.rows}>
            {ofEvening.map((row) => (
              <Row
                key={row.id}
                row={row}
                isOpen={isOpen}
                selected={selected.includes(row.id)}
                onSelect={() => toggle(row.id)}
                onDecide={(decision) => decide.mutate({ rows: [row.id], alike: alikeOf(row), ...decision })}
                onChoose={() => setChosen(row)}
              />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <p className={styles.hint}>
          <Button small kind="ghost" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.more({ count: total - rows.length })}
          </Button>
        </p>
      )}
      {chosen && <ChooseDialog guild={guild} importId={run.id} row={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

type OfEvening = { key: string; answer: ImportRowView['answer']; rows: ImportRowView[] };

/** Answers under their evening, as the source has them one after the other; names that wait for a decision in one list. */
function eveningsOf(rows: readonly ImportRowView[], status: ImportRowStatus): OfEvening[] {
  const evenings: OfEvening[] = [];
  for (const row of rows) {
    const answer = isUndecided(status) ? null : row.answer;
    const key = answer ? (answer.evening.startsAt ?? answer.eventId) + (answer.evening.title ?? '') : '';
    const last = evenings.at(-1);
    if (last?.key !== key) evenings.push({ key, answer, rows: [row] });
    else {
      last.rows.push(row);
      if (answer?.eventId) last.answer = answer;
    }
  }
  return evenings;
}

type BulkProps = Props & {
  rows: readonly ImportRowView[];
  selected: readonly string[];
  total: number;
  onSelect(ids: readonly string[]): void;
};

function Bulk({ guild, run, status, rows, selected, total, onSelect }: BulkProps) {
  const { bulk: words } = importsWords.use();
  const decide = useDecide(guild, run.id);
  const ids = rows.map(({ id }) => id).filter((id) => selected.includes(id));
  const isSome = ids.length > 0;
  const box = useId();
  const hasProposals = rows.some(({ proposals }) => proposals.length > 0);
  const say = (decision: 'first' | 'guest' | 'skip') =>
    decide.mutate({ rows: ids, alike: true, decision }, { onSuccess: () => onSelect([]) });
  return (
    <fieldset className={styles.bulk}>
      <legend className="sr">{words.label}</legend>
      <input
        type="checkbox"
        id={box}
        checked={isSome && ids.length === rows.length}
        ref={(box) => {
          if (box) box.indeterminate = isSome && ids.length < rows.length;
        }}
        onChange={() => onSelect(ids.length === rows.length ? [] : rows.map(({ id }) => id))}
      />
      <label htmlFor={box} className="small">
        {isSome ? <b>{words.chosen({ count: ids.length })}</b> : words.all}
      </label>
      {isSome ? (
        <>
          {hasProposals && (
            <Button small icon="check" pending={decide.isPending} onClick={() => say('first')}>
              {words.first}
            </Button>
          )}
          <Button small kind="ghost" disabled={decide.isPending} onClick={() => say('guest')}>
            {words.guests}
          </Button>
          <Button small kind="ghost" disabled={decide.isPending} onClick={() => say('skip')}>
            {words.skip}
          </Button>
        </>
      ) : (
        hasProposals &&
        total > 1 && (
          <Button
            small
            icon="check"
            pending={decide.isPending}
            onClick={() =>
              decide.mutate({ rows: () => proposedRows(guild, run.id, status), alike: true, decision: 'first' })
            }
          >
            {words.everyone}
          </Button>
        )
      )}
    </fieldset>
  );
}
