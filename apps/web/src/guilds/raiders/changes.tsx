import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderChangeListView } from '@guildhall/contracts/raider.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { undoUntil, useUndoChange } from './raider-verbs.ts';
import styles from './raiders.module.css';
import { raidersWords } from './raiders.words.ts';

type Change = RaiderChangeListView['changes'][number];

const SHOWN = 5;
const MOST = 200;

/** Merges, splits and releases of the last 30 days, each with its undo. */
export function Changes({ guild }: { guild: OrganizationView }) {
  const { changes: words } = raidersWords.use();
  const { changes } = useSuspenseQuery(api.raiders.changes.queryOptions({ id: guild.id, pageSize: String(MOST) })).data;
  const [all, setAll] = useState(false);
  if (changes.length === 0) return <p className={`muted small ${styles.hint}`}>{words.none}</p>;
  return (
    <>
      <ul className={`list ${styles.acts}`}>
        {changes.slice(0, all ? undefined : SHOWN).map((change) => (
          <ChangeRow key={change.id} guild={guild} change={change} />
        ))}
      </ul>
      {!all && changes.length > SHOWN && (
        <p className={styles.hint}>
          <Button small kind="ghost" onClick={() => setAll(true)}>
            {words.more}
          </Button>
        </p>
      )}
    </>
  );
}

/** Null for an officer, who has a name unless the account was erased. */
const causeOf = ({ cause }: Change, { byProof, byChatAccount }: { byProof: string; byChatAccount: string }) =>
  cause === 'officer' ? null : cause === 'proof' ? byProof : byChatAccount;

function ChangeRow({ guild, change }: { guild: OrganizationView; change: Change }) {
  const { changes: words, former } = raidersWords.use();
  const format = useFormat();
  const { undo, pending } = useUndoChange(guild);
  const said = words[change.kind]({ from: change.from.name ?? former, to: change.to?.name ?? former });
  const at = new Date(change.at);
  const moved = change.answers + change.characters > 0 && words.moved(change);
  return (
    <li>
      <div className="grow">
        <p>{said}</p>
        <small>
          {[moved, change.by?.displayName ?? causeOf(change, words), format.date(at)].filter(Boolean).join(' · ')}
        </small>
      </div>
      {change.undoneAt ? (
        <span className="tag">{words.undone}</span>
      ) : (
        <span className={styles.undo}>
          <Button
            small
            kind="ghost"
            pending={pending}
            aria-label={words.undoOne({ change: said })}
            onClick={() => undo(change.id)}
          >
            {words.undo}
          </Button>
          <small className="muted">{words.until({ date: format.dayOfMonth(undoUntil(at)) })}</small>
        </span>
      )}
    </li>
  );
}
