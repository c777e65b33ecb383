import type { SyncResultsView, SyncType } from '@guildhall/contracts/guild.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { api, queryClient } from '../../api/client.ts';
import { useSyncProgress } from '../../api/live.ts';
import { ReasonText } from '../../ui/advice.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Freshness } from '../../ui/time.tsx';
import styles from './settings.module.css';
import { invalidateGuild } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

const TYPES = ['roster', 'details', 'crest', 'achievements'] as const satisfies readonly SyncType[];

export function SyncTab({ guild }: { guild: OrganizationView }) {
  const { sync: words } = settingsWords.use();
  const [types, setTypes] = useState<readonly SyncType[]>(TYPES);
  const sync = useMutation(
    api.guilds.sync.mutationOptions({
      async onSuccess() {
        await Promise.all([
          invalidateGuild(),
          queryClient.invalidateQueries({ queryKey: api.guilds.pathKey() }),
          queryClient.invalidateQueries({ queryKey: api.roster.pathKey() }),
        ]);
      },
    }),
  );
  const maySync = may(guild.abilityRules, 'sync', 'Roster');
  return (
    <div className={styles.form}>
      <p className="muted small">{words.lead}</p>
      <fieldset className={styles.group} disabled={!maySync}>
        <legend>{words.parts}</legend>
        {TYPES.map((type) => (
          <div key={type}>
            <Checkbox
              label={words.types[type].name}
              hint={words.types[type].hint}
              checked={types.includes(type)}
              onChange={({ target }) =>
                setTypes(TYPES.filter((one) => (one === type ? target.checked : types.includes(one))))
              }
            />
            <Result result={sync.data?.results[type]} />
          </div>
        ))}
      </fieldset>
      <FailureNote error={sync.error} />
      <div className="row wrap">
        <Button
          kind="primary"
          icon="refresh"
          pending={sync.isPending}
          disabled={!maySync || types.length === 0 || guild.archivedAt !== null}
          onClick={() => sync.mutate({ id: guild.id, types: [...types] })}
        >
          {words.verb}
        </Button>
        {!maySync && <small className="muted">{words.notYours}</small>}
      </div>
      <Freshness asOf={guild.rosterSyncedAt} />
    </div>
  );
}

function Result({ result }: { result: SyncResultsView['results'][SyncType] }) {
  const { sync: words } = settingsWords.use();
  const [ended, setEnded] = useState<SyncSessionView>();
  const followed = result?.sessionId;
  useSyncProgress(followed, setEnded);
  if (!result) return null;
  const session = ended?.id === followed ? ended : undefined;
  // A roster that is held back for a second look has not been applied either.
  const status = session ? (session.status === 'completed' ? 'completed' : 'failed') : result.status;
  const reason = session ? session.error?.reason : result.reason;
  const look = { completed: 'ok', queued: 'muted', failed: 'bad' }[status];
  return (
    <p className={`small ${look} ${styles.result}`} role="status">
      {result.retryAfterSeconds ? words.wait({ seconds: result.retryAfterSeconds }) : words.results[status]}
      {reason && !result.retryAfterSeconds && (
        <Suspense>
          {' '}
          <ReasonText of={reason} />
        </Suspense>
      )}
    </p>
  );
}
