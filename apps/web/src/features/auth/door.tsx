/**
 * Stands in place of a page for members while its reader may become one: says what is known of their characters, waits
 * for what is under way, and then shows the page. `children` is the refusal: readers who have nothing to wait for see it,
 * with advice below.
 */
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { connectLive, withoutNews } from '../../api/live.ts';
import { nextStepOf } from '../../api/next-step.ts';
import { signOut, useViewer } from '../../api/session.ts';
import { reasonWords } from '../../i18n/failure-words.ts';
import { gameLocale } from '../../i18n/language.ts';
import { SignInLink } from '../../shell/sign-in-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { authWords } from './auth.words.ts';
import styles from './door.module.css';
import { linkGameHref, wayBack } from './link-game.ts';
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

type CardProps = { icon: IconName; look?: 'hot' | 'bad'; title: string; lead: string; children?: ReactNode };

function Card({ icon, look, title, lead, children }: CardProps) {
  return (
    <section className={`card ${styles.door}`} aria-live="polite">
      <title>{`${title} · Guildhall`}</title>
      <div className={styles.head}>
        <span className={`mark ${look === 'hot' ? 'hot' : look === 'bad' ? styles.bad : ''}`}>
          <Icon name={icon} />
        </span>
        <div className="grow">
          <h1 tabIndex={-1}>{title}</h1>
          <p className="muted small">{lead}</p>
        </div>
      </div>
      {children}
    </section>
  );
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
    </Card>
  );
}

function LinkButton() {
  const { door: words } = authWords.use();
  return (
    <div className={styles.call}>
      <a className={buttonClass('primary', false, 'big')} href={linkGameHref()}>
        {words.link}
      </a>
    </div>
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
  const fresh = finishedAt !== null && Date.now() - Date.parse(finishedAt) < FRESH_MS;
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

/** A roster sync, or an officer, may make the reader a member while this page is open. */
function useRetryAsMember(retry: () => void, running: boolean): void {
  useEffect(() => {
    if (running) return;
    const listening = connectLive().then((live) => live.on('membership.changed', retry), withoutNews);
    return () => void listening.then((stop) => stop?.());
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
        <Step state={listed ? 'done' : 'now'}>{listed ? words.found(total) : words.looking}</Step>
        <Step state={listed ? 'now' : 'later'} end={listed ? words.progress(done, total) : undefined}>
          {words.whichGuild}
        </Step>
        <Step state="later">{words.yourPage}</Step>
      </ol>
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

type AgainProps = { start(): void; error: unknown };

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
            <b>{words.nextTry(seconds)}</b> <span className="muted">{words.tryOf(tries + 1, TRIES)}</span>
          </>
        )}
      </p>
      <Button small icon="refresh" onClick={start}>
        {words.tryNow}
      </Button>
    </div>
  );
}

function NoCharacters({ start, error }: AgainProps) {
  const { door: words } = authWords.use();
  return (
    <Card icon="search" title={words.none} lead={words.noneLead}>
      <Hints start={start} error={error} />
    </Card>
  );
}

function NotAmong({ names, start, error }: AgainProps & { names: string[] }) {
  const { door: words } = authWords.use();
  return (
    <section className={`card ${styles.door}`}>
      <div className={styles.head}>
        <span className="mark">
          <Icon name="search" />
        </span>
        <div className="grow">
          <h2>{words.notAmong}</h2>
          <p className="muted small">{words.notAmongLead(names.length)}</p>
        </div>
      </div>
      <p className={`small ${styles.line}`}>{names.slice(0, 12).join(', ')}</p>
      <Hints start={start} error={error} />
    </section>
  );
}

function Hints({ start, error }: AgainProps) {
  const { door: words } = authWords.use();
  const [leaving, setLeaving] = useState(false);
  const change = () => {
    setLeaving(true);
    void signOut(wayBack()).catch(() => setLeaving(false));
  };
  return (
    <>
      <ul className={`list ${styles.hints}`}>
        <li>
          <div className="grow">
            <p>{words.justJoined}</p>
            <small>{words.logOut}</small>
          </div>
          <Button small icon="refresh" onClick={start}>
            {words.readAgain}
          </Button>
        </li>
        <li>
          <div className="grow">
            <p>{words.otherAccount}</p>
            <small>{words.comesBack}</small>
          </div>
          <Button small pending={leaving} onClick={change}>
            {words.change}
          </Button>
        </li>
        <li>
          <div className="grow">
            <p>{words.notIn}</p>
            <small>{words.askInvite}</small>
          </div>
        </li>
      </ul>
      <FailureNote error={error} />
    </>
  );
}

function ReadAgain({ start, error }: AgainProps) {
  const { door: words } = authWords.use();
  return (
    <div className={styles.more}>
      <p className="muted small">{words.justJoined}</p>
      <Button small icon="refresh" onClick={start}>
        {words.readAgain}
      </Button>
      <FailureNote error={error} />
    </div>
  );
}
