/**
 * Stands in place of a page for members while its reader may become one: says what is known of their characters, waits
 * for what is under way, and then shows the page. `children` is the refusal: readers who have nothing to wait for see it,
 * with advice below.
 */

import { nextStepOf } from '@guildhall/contracts/next-step.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { connectLive, withoutNews } from '../../api/live.ts';
import { serviceTime } from '../../api/service-time.ts';
import { useViewer } from '../../api/session.ts';
import { reasonWords } from '../../i18n/failure-words.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SignInLink } from '../../ui/sign-in-link.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { authWords } from './auth.words.ts';
import styles from './door.module.css';
import { Card, LinkButton } from './door-card.tsx';
import { LeaveAnswer } from './leave-answer.tsx';
import { type AgainProps, NoCharacters, NotAmong, ReadAgain } from './not-a-member.tsx';
import { useOwnSync } from './own-sync.ts';

type DoorProps = { retry(): void; children: ReactNode };

/** After a sync, rights that follow from it may take this long. */
const FRESH_MS = 10 * 60_000;

const myCharacters = () => api.characters.list.queryOptions({ locale: gameLocale() });

export function Door({ retry, children }: DoorProps) {
  const viewer = useViewer();
  const ways = useQuery(api.signIn.ways.queryOptions({}));
  if (!viewer) return <SignedOut />;
  if (viewer.accounts.some(({ providerId }) => providerId === 'battlenet'))
    return <Linked retry={retry}>{children}</Linked>;
  if (ways.isPending) return <Skeleton />;
  return ways.data?.providers.includes('battlenet') ? <NotLinked /> : children;
}

function SignedOut() {
  const { door: words } = authWords.use();
  return (
    <Card icon="lock" title={words.forMembers} lead={words.signInFirst}>
      <div className={styles.call}>
        <SignInLink />
      </div>
    </Card>
  );
}

function NotLinked() {
  const { door: words } = authWords.use();
  return (
    <Card icon="key" look="hot" title={words.whose} lead={words.whoseLead}>
      <ReturnedError />
      <LinkButton />
      <LeaveAnswer />
    </Card>
  );
}

/** The provider led back with a reason why nothing was linked. */
function ReturnedError() {
  const { login: words } = authWords.use();
  const error = new URLSearchParams(window.location.search).get('error');
  if (!error) return null;
  const known: Record<string, string> = words.errors;
  return (
    <p className={`bad small ${styles.line}`} role="alert">
      {(Object.hasOwn(known, error) && known[error]) || words.otherError}
    </p>
  );
}

function Linked({ retry, children }: DoorProps) {
  const characters = useQuery(myCharacters());
  const [tries, setTries] = useState(0);
  // Members are known with the list of characters, so a sync that fails later may have opened the page all the same.
  const ended = useCallback(({ progress }: SyncSessionView) => void (progress.total > 0 && retry()), [retry]);
  const sync = useOwnSync(ended);
  const { session, running, error } = sync;
  const start = () => {
    setTries(tries + 1);
    sync.start();
  };
  useRetryAsMember(retry, running);

  if (characters.error) return children;
  if (!sync.isKnown || characters.isPending) return <Skeleton />;
  if (running) return <Reading session={session} />;
  const count = characters.data.length;
  const finishedAt = session?.finishedAt ?? null;
  const fresh = finishedAt !== null && serviceTime() - Date.parse(finishedAt) < FRESH_MS;
  if (session?.error && session.status === 'failed' && (fresh || count === 0)) {
    return <Failed key={session.id} session={session} tries={tries} start={start} error={error} />;
  }
  if (count === 0 && session) return <NoCharacters start={start} error={error} />;
  const names = characters.data.map(({ name }) => name);
  return (
    <>
      {children}
      {fresh && count > 0 ? (
        <NotAmong names={names} start={start} error={error} />
      ) : (
        <ReadAgain start={start} error={error} />
      )}
    </>
  );
}

/** The page itself comes first. */
const REST_MS = 1_500;

const listen = (retry: () => void) => connectLive().then((live) => live.on('membership.changed', retry), withoutNews);

/** A roster sync, or an officer, may make the reader a member while this page is open. */
function useRetryAsMember(retry: () => void, running: boolean): void {
  useEffect(() => {
    if (running) return;
    let listening: ReturnType<typeof listen> | undefined;
    const timer = setTimeout(() => {
      listening = listen(retry);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      void listening?.then((stop) => stop?.());
    };
  }, [retry, running]);
}

function Reading({ session }: { session: SyncSessionView | null }) {
  const { door: words } = authWords.use();
  const { total = 0, done = 0 } = session?.progress ?? {};
  const listed = total > 0;
  const percent = listed ? Math.round((done / total) * 100) : 0;
  return (
    <Card icon="refresh" look="hot" title={words.reading} lead={words.readingLead}>
      <div className={styles.bar}>
        <div
          className="bar"
          role="progressbar"
          aria-label={words.reading}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i style={{ '--w': `${percent}%` } as CSSProperties} />
        </div>
      </div>
      <ol className={styles.steps}>
        <Step state="done">{words.signedIn}</Step>
        <Step state={listed ? 'done' : 'now'}>{listed ? words.found({ count: total }) : words.looking}</Step>
        <Step state={listed ? 'now' : 'later'} end={listed ? words.progress({ done, total }) : undefined}>
          {words.whichGuild}
        </Step>
        <Step state="later">{words.yourPage}</Step>
      </ol>
      <LeaveAnswer />
    </Card>
  );
}

type StepProps = { state: 'done' | 'now' | 'later'; end?: string | undefined; children: string };

function Step({ state, end, children }: StepProps) {
  const icons = { done: 'check', now: 'clock', later: 'right' } as const;
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <Icon name={icons[state]} size="s" />
      <span className="grow">{children}</span>
      {end && <small>{end}</small>}
    </li>
  );
}

const TRIES = 5;
const NEXT_TRY_SECONDS = 20;

function Failed({ session, tries, start, error }: AgainProps & { session: SyncSessionView; tries: number }) {
  const { door: words } = authWords.use();
  const reasons = reasonWords.use();
  const reason = session.error?.reason ?? 'internal';
  const step = nextStepOf({ reason });
  const title = reason === 'platform_unavailable' ? words.notAnswering : words.notRead;
  return (
    <Card icon="alert" look="bad" title={title} lead={`${words.stillIn} ${reasons[reason]}`}>
      {step === 'linkGame' ? (
        <LinkButton />
      ) : (
        <TryAgain start={start} automatic={(step === 'retry' || step === 'wait') && tries < TRIES} tries={tries} />
      )}
      <FailureNote error={error} />
      <LeaveAnswer />
    </Card>
  );
}

function TryAgain({ start, automatic, tries }: { start(): void; automatic: boolean; tries: number }) {
  const { door: words } = authWords.use();
  const [seconds, setSeconds] = useState(NEXT_TRY_SECONDS);
  useEffect(() => {
    if (!automatic) return;
    const timer = setTimeout(() => (seconds > 1 ? setSeconds(seconds - 1) : start()), 1_000);
    return () => clearTimeout(timer);
  });
  return (
    <div className={styles.try}>
      <p className="small grow" aria-live="off">
        {automatic && (
          <>
            <b>{words.nextTry({ seconds })}</b>
            <span className="muted"> · {words.tryOf({ attempt: tries + 1, of: TRIES })}</span>
          </>
        )}
      </p>
      <Button small icon="refresh" onClick={start}>
        {words.tryNow}
      </Button>
    </div>
  );
}
