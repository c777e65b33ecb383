import type { LootResponsesView } from '@guildhall/contracts/loot.ts';
import { LOOT_MEANINGS } from '@guildhall/contracts/loot-meaning.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Options } from '../../ui/select.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import styles from './awards.module.css';
import { invalidateLoot } from './awards.queries.ts';
import { awardsWords } from './awards.words.ts';

type Response = LootResponsesView['responses'][number];
type Props = { guild: OrganizationView; responses: readonly Response[] };

/** Shows what responses mean: those without a decision, and all others behind a line. */
export function Responses({ guild, responses }: Props) {
  const { decide: words } = awardsWords.use();
  const [isOpen, setOpen] = useState(false);
  const open = responses.filter(({ meaning }) => meaning === null);
  const known = responses.filter(({ meaning }) => meaning !== null);
  return (
    <section className="card" aria-label={words.title}>
      <header className="card-head">
        <h2>{words.title}</h2>
        {open.length > 0 && <span className="tag t-warn end">{open.length}</span>}
      </header>
      {open.length === 0 ? (
        <p className={`muted small ${styles.hint}`}>{words.none}</p>
      ) : (
        <>
          <ul className={styles.responses}>
            {open.map((response) => (
              <Decision key={response.key} guild={guild} response={response} />
            ))}
          </ul>
          <p className="fresh">
            <Icon name="alert" size="s" />
            <span>{words.until}</span>
          </p>
        </>
      )}
      {known.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className={styles.summary}>
            {words.all} <span className="tag">{known.length}</span>
          </summary>
          {isOpen && (
            <ul className={styles.responses}>
              {known.map((response) => (
                <Decision key={response.key} guild={guild} response={response} />
              ))}
            </ul>
          )}
        </details>
      )}
    </section>
  );
}

function Decision({ guild, response }: { guild: OrganizationView; response: Response }) {
  const { decide: words, meaning: meanings } = awardsWords.use();
  const format = useFormat();
  const decide = useMutation({
    ...api.loot.decideResponses.mutationOptions(),
    onError: toastFailure,
    onSettled: invalidateLoot,
  });
  const { key, text, meaning, counts, awards, since } = response;
  const shown = text || '–';
  return (
    <li>
      <div>
        <p>{shown}</p>
        <small className="muted">
          {since ? words.since({ count: awards, date: format.dayOfMonth(new Date(since)) }) : words.unused}
        </small>
      </div>
      <select
        className="input"
        aria-label={words.meaningOf({ text: shown })}
        value={meaning ?? ''}
        disabled={decide.isPending}
        onChange={({ target }) => {
          const chosen = LOOT_MEANINGS.find((one) => one === target.value);
          if (chosen) decide.mutate({ id: guild.id, responses: [{ key, meaning: chosen }] });
        }}
      >
        <Options
          of={[
            ...(meaning === null ? [['', words.choose] as const] : []),
            ...LOOT_MEANINGS.map((one) => [one, meanings[one]] as const),
          ]}
        />
      </select>
      {meaning !== null && (
        <label className={styles.counts}>
          <input
            type="checkbox"
            checked={counts}
            disabled={decide.isPending}
            aria-label={words.countsOf({ text: shown })}
            onChange={({ target }) =>
              decide.mutate({ id: guild.id, responses: [{ key, meaning, counts: target.checked }] })
            }
          />
          <span className="small">{words.counts}</span>
        </label>
      )}
    </li>
  );
}
