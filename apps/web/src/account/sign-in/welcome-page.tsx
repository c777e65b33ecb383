import type { EventMailsView } from '@guildhall/contracts/event-mails.ts';
import { nextStepOf } from '@guildhall/contracts/next-step.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { api, client, queryClient } from '../../api/client.ts';
import { isRefusedAt } from '../../api/errors.ts';
import { sessionQuery, useViewer } from '../../api/session.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { browserTimeZone } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { zonesToChoose } from '../../i18n/zones.ts';
import { ReasonText } from '../../ui/advice.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Select } from '../../ui/select.tsx';
import { Empty, ErrorBox, Skeleton } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { LanguageSelect } from '../preferences/preferences.tsx';
import styles from './auth.module.css';
import { authWords } from './auth.words.ts';
import { linkGameHref } from './link-game.ts';
import { useOwnSync } from './own-sync.ts';

const route = getRouteApi('/plain/welcome');
const STEPS = 3;
const myCharacters = () => api.characters.list.queryOptions({ locale: gameLocale() });

/** Characters, main character, time zone: each step can be skipped. */
export function WelcomePage() {
  const { step } = route.useSearch();
  if (step === 'main') return <ChooseMain />;
  if (step === 'time') return <ChooseTime />;
  return <FetchCharacters />;
}

type StepProps = { number: number; title: string; lead: string; children: ReactNode; foot: ReactNode };

function Step({ number, title, lead, children, foot }: StepProps) {
  const { welcome: words } = authWords.use();
  return (
    <div className={styles.welcome}>
      <PageTitle>{`${title} · Guildhall`}</PageTitle>
      <div className={styles.steps} aria-hidden="true">
        {Array.from({ length: STEPS }, (_, index) => (
          <span key={index} data-done={index < number} />
        ))}
      </div>
      <div>
        <p className="eyebrow">
          {words.title} · {words.step({ step: number, of: STEPS })}
        </p>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="muted">{lead}</p>
      </div>
      <section className={`card ${styles.panel}`} aria-label={title}>
        {children}
      </section>
      <div className={styles.foot}>{foot}</div>
    </div>
  );
}

function FetchCharacters() {
  const { welcome: words, door } = authWords.use();
  const navigate = useNavigate();
  const viewer = useViewer();
  const characters = useQuery(myCharacters());
  const { session, running, start, error } = useOwnSync();
  const next = () => void navigate({ to: '/welcome', search: { step: 'main' } });
  const count = characters.data?.length ?? 0;
  const unlinked = viewer?.accounts.every(({ providerId }) => providerId !== 'battlenet');
  const failed = !running && session?.error ? session : undefined;
  const relink = failed?.error && nextStepOf(failed.error) === 'linkGame';
  const none = !running && !failed && session !== null && characters.isSuccess && count === 0;

  return (
    <Step
      number={1}
      title={words.characters}
      lead={words.charactersLead}
      foot={
        <>
          <span />
          <Button kind={count > 0 ? 'primary' : 'plain'} onClick={next}>
            {count > 0 ? words.next : words.later}
          </Button>
        </>
      }
    >
      {characters.isPending && <Skeleton lines={2} />}
      {characters.error && <ErrorBox error={characters.error} onRetry={() => void characters.refetch()} />}
      {count > 0 && <p role="status">{words.fetched({ count })}</p>}
      {running && (
        <div role="status">
          <p>
            {words.fetching} {session && words.progress({ done: session.progress.done, total: session.progress.total })}
          </p>
          <progress
            className={styles.bar}
            aria-label={words.fetching}
            {...(session && session.progress.total > 0
              ? { value: session.progress.done, max: session.progress.total }
              : {})}
          />
        </div>
      )}
      {failed?.error && (
        <div className={styles.told} role="alert">
          <b>{failed.error.reason === 'platform_unavailable' ? door.notAnswering : door.notRead}</b>
          <Suspense>
            <ReasonText of={failed.error.reason} />
          </Suspense>
        </div>
      )}
      {none && !unlinked && (
        <div className={styles.told} role="status">
          <b>{door.none}</b>
          <span>{door.noneLead}</span>
          <span>
            {door.justJoined} {door.logOut}.
          </span>
        </div>
      )}
      {unlinked && <p>{words.notLinked}</p>}
      {(unlinked || relink) && (
        <a className={buttonClass()} href={linkGameHref('/welcome')}>
          {words.link}
        </a>
      )}
      <FailureNote error={error} />
      {!running && !unlinked && !relink && (
        <Button kind={count > 0 ? 'plain' : 'primary'} icon="refresh" onClick={start}>
          {failed ? door.tryNow : none ? door.readAgain : words.fetch}
        </Button>
      )}
    </Step>
  );
}

function ChooseMain() {
  const { welcome: words } = authWords.use();
  const navigate = useNavigate();
  const characters = useQuery(myCharacters());
  const key = myCharacters().queryKey;
  const choose = useMutation({
    mutationFn: (input: { id: string }) => client.character.setMain.mutate(input),
    onMutate: ({ id }) => {
      const before = queryClient.getQueryData(key);
      queryClient.setQueryData(key, (list) => list?.map((one) => ({ ...one, isMain: one.id === id })));
      return before;
    },
    onError: (error, _input, before) => {
      queryClient.setQueryData(key, before);
      toastFailure(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  const list = [...(characters.data ?? [])].sort((a, b) => b.level - a.level || compareNames(a.name, b.name));
  return (
    <Step
      number={2}
      title={words.main}
      lead={words.mainLead}
      foot={
        <>
          <Button kind="ghost" onClick={() => void navigate({ to: '/welcome', search: {} })}>
            {words.back}
          </Button>
          <Button kind="primary" onClick={() => void navigate({ to: '/welcome', search: { step: 'time' } })}>
            {words.next}
          </Button>
        </>
      }
    >
      {characters.isPending && <Skeleton lines={4} />}
      {characters.error && <ErrorBox error={characters.error} onRetry={() => void characters.refetch()} />}
      {characters.isSuccess && list.length === 0 && <Empty icon="character" title={words.noCharacters} />}
      {list.length > 0 && (
        <fieldset className={styles.picks}>
          <legend className="sr">{words.main}</legend>
          {list.map((character) => (
            <label key={character.id}>
              <input
                type="radio"
                name="main"
                checked={character.isMain}
                onChange={() => choose.mutate({ id: character.id })}
              />
              <ClassTile of={character.class} />
              <span className="grow">
                <ClassName classId={character.class.id}>{character.name}</ClassName>
                <span className="muted small"> {character.realm?.name}</span>
              </span>
              <span className="muted small">{words.level({ level: character.level })}</span>
            </label>
          ))}
        </fieldset>
      )}
    </Step>
  );
}

const MAILS = ['reminder', 'promotion', 'roleGap'] as const satisfies readonly (keyof EventMailsView)[];

function ChooseTime() {
  const { welcome: words } = authWords.use();
  const navigate = useNavigate();
  const viewer = useViewer();
  const known = viewer?.timeZone && viewer.timeZone !== 'UTC' ? viewer.timeZone : browserTimeZone();
  const [timeZone, setTimeZone] = useState(known);
  const mails = useQuery(api.events.mails.queryOptions({}));
  // Shows a ticked box at once; the query client follows a moment later.
  const [ticked, setTicked] = useState<Partial<EventMailsView>>({});
  const chooseMails = useMutation({
    ...api.events.chooseMails.mutationOptions(),
    onSuccess: (chosen) => queryClient.setQueryData(api.events.mails.queryKey({}), chosen),
    onError: (error) => {
      setTicked({});
      toastFailure(error);
    },
  });
  const finish = useMutation({
    async mutationFn() {
      await client.profile.update.mutate({ timeZone, locale: gameLocale() });
      await client.profile.completeOnboarding.mutate({});
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    onSuccess: () => navigate({ to: '/' }),
    onError: (error) => isRefusedAt('timeZone', error) || toastFailure(error),
  });
  return (
    <Step
      number={3}
      title={words.time}
      lead={words.timeLead}
      foot={
        <>
          <Button kind="ghost" onClick={() => void navigate({ to: '/welcome', search: { step: 'main' } })}>
            {words.back}
          </Button>
          <Button kind="primary" pending={finish.isPending} onClick={() => finish.mutate()}>
            {words.done}
          </Button>
        </>
      }
    >
      <Select
        label={words.timeZone}
        value={timeZone}
        onChange={(event) => setTimeZone(event.target.value)}
        error={isRefusedAt('timeZone', finish.error) && words.unknownZone}
        options={zonesToChoose(timeZone).map((zone) => [zone, zone.replaceAll('_', ' ')])}
      />
      <LanguageSelect hideLabel={false} />
      {mails.isPending && <Skeleton />}
      {mails.error && <ErrorBox error={mails.error} onRetry={() => void mails.refetch()} />}
      {mails.data && (
        <fieldset className={styles.checks}>
          <legend>{words.mails}</legend>
          {MAILS.map((mail) => (
            <Checkbox
              key={mail}
              label={words[mail]}
              checked={ticked[mail] ?? mails.data[mail]}
              onChange={({ target }) => {
                setTicked((before) => ({ ...before, [mail]: target.checked }));
                chooseMails.mutate({ [mail]: target.checked });
              }}
            />
          ))}
        </fieldset>
      )}
    </Step>
  );
}
