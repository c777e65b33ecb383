import { nextStepOf } from '@guildhall/contracts/next-step.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { useSyncProgress } from '../../api/live.ts';
import { ReasonText } from '../../ui/advice.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorBox } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './characters.module.css';
import { invalidateCharacters } from './characters.queries.ts';
import { charactersWords } from './characters.words.ts';

/** Without the socket, the running sync is polled. */
const ASK_AGAIN_MS = 5_000;
const active = () => api.characters.syncActive.queryOptions({});

export type CharacterSyncState = {
  running: boolean;
  session: SyncSessionView | undefined;
  error: unknown;
  start(): void;
};

export function useCharacterSync(): CharacterSyncState {
  const words = charactersWords.use();
  const [ended, setEnded] = useState<SyncSessionView>();
  const running = useQuery({ ...active(), refetchInterval: ({ state }) => (state.data ? ASK_AGAIN_MS : false) }).data;
  const [started, setStarted] = useState<string>();
  const current = started ?? running?.id;
  const begin = useMutation(
    api.characters.sync.mutationOptions({ onSuccess: ({ sessionId }) => setStarted(sessionId) }),
  );
  const progress = useSyncProgress(current, (session) => {
    setStarted(undefined);
    setEnded(session);
    queryClient.setQueryData(active().queryKey, null);
    if (session.status === 'completed' && !session.error) toast({ text: words.sync.done });
    void invalidateCharacters();
  });
  return {
    running: begin.isPending || current !== undefined,
    session: progress ?? running ?? ended,
    error: begin.error,
    start: () => begin.mutate({}),
  };
}

export function CharacterSync({ sync: { running, session, error } }: { sync: CharacterSyncState }) {
  const { sync: words, link } = charactersWords.use();
  if (error) {
    return (
      <section className="card" aria-label={words.failed}>
        {needsLink(error) ? <LinkAccount error={error} /> : <ErrorBox error={error} />}
      </section>
    );
  }
  if (running) {
    const { done = 0, total = 0 } = session?.progress ?? {};
    return (
      <section className={`card pad ${styles.sync}`} aria-label={words.label} role="status">
        <p>
          <b>{words.running}</b> {total > 0 && words.progress({ done, total })}
        </p>
        <progress aria-label={words.label} {...(total > 0 ? { value: done, max: total } : {})} />
      </section>
    );
  }
  if (!session?.error) return null;
  const { reason } = session.error;
  return (
    <section className={`card pad row ${styles.problem}`} aria-label={words.failed} role="status">
      <Icon name="alert" />
      <p className="small grow">
        <b>{session.status === 'failed' ? words.failed : words.partly}</b>{' '}
        <Suspense>
          <ReasonText of={reason} />
        </Suspense>
      </p>
      {nextStepOf({ reason }) === 'linkGame' && (
        <a className={buttonClass()} href={SIGN_IN}>
          {link.verb}
        </a>
      )}
    </section>
  );
}

const SIGN_IN = '/api/v1/auth/signin/battlenet?callbackURL=/characters';
export const needsLink = (error: unknown) => nextStepOf(failureOf(error)) === 'linkGame';

/** Leads to the game platform and back; an error there returns in the address. */
export function LinkAccount({ error }: { error: unknown }) {
  const { link: words } = charactersWords.use();
  const expired = failureOf(error).reason !== 'gameplatform_not_linked';
  return (
    <div className="empty">
      <Icon name="key" />
      <b>{expired ? words.expired : words.missing}</b>
      <p>{words.hint}</p>
      <a className={buttonClass('primary')} href={SIGN_IN}>
        {words.verb}
      </a>
    </div>
  );
}
