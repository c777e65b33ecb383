/**
 * The page for a person who pressed a button on Discord and is not known yet. The game account comes first: signing in
 * with Discord first would create a second, empty person.
 */
import type { DiscordWishesView } from '@guildhall/contracts/discord.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { useViewer } from '../../api/session.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import styles from './auth.module.css';
import { authWords } from './auth.words.ts';

const route = getRouteApi('/plain/link/discord');
const HERE = '/link/discord';
const STEPS = 3;

export function LinkDiscordPage() {
  const viewer = useViewer();
  return viewer ? <Known name={viewer.displayName} /> : <SignInFirst />;
}

type StepProps = { number: number; title: string; lead: string; children: ReactNode };

function Step({ number, title, lead, children }: StepProps) {
  const { linkDiscord: words, login } = authWords.use();
  const { error } = route.useSearch();
  const known: Record<string, string> = login.errors;
  return (
    <div className={styles.welcome}>
      <PageTitle>{`${title} · Guildhall`}</PageTitle>
      <div className={styles.steps} aria-hidden="true">
        {Array.from({ length: STEPS }, (_, index) => (
          <span key={index} data-done={index < number} />
        ))}
      </div>
      <div>
        <p className="eyebrow">{words.eyebrow}</p>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="muted">{lead}</p>
      </div>
      {error && (
        <p className={styles.wrong} role="alert">
          <Icon name="alert" />
          {(Object.hasOwn(known, error) && known[error]) || login.otherError}
        </p>
      )}
      <section className={`card ${styles.panel}`} aria-label={title}>
        {children}
      </section>
    </div>
  );
}

const signInWith = (provider: 'battlenet' | 'discord') =>
  `/api/v1/auth/signin/${provider}?${new URLSearchParams({ callbackURL: HERE })}`;

function SignInFirst() {
  const { linkDiscord: words, login } = authWords.use();
  return (
    <Step number={1} title={words.gameFirst} lead={words.gameFirstLead}>
      <a className={buttonClass('primary', false, 'big')} href={signInWith('battlenet')}>
        {login.with({ provider: 'Battle.net' })}
      </a>
      <Link className={buttonClass('ghost')} to="/login" search={{ redirect: HERE }}>
        {words.otherWay}
      </Link>
    </Step>
  );
}

function Known({ name }: { name: string }) {
  const { linkDiscord: words } = authWords.use();
  const query = useQuery(api.discord.wishes.queryOptions({}));
  const { data } = query;
  if (data?.linked) return <Linked wishes={data.wishes} />;
  return (
    <Step number={2} title={words.connect} lead={words.connectLead({ name })}>
      {query.isPending && <Skeleton lines={2} />}
      {query.error && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {data && (
        <a className={buttonClass('primary', false, 'big')} href={signInWith('discord')}>
          {words.connectButton}
        </a>
      )}
    </Step>
  );
}

type Wishes = DiscordWishesView['wishes'];

function Linked({ wishes }: { wishes: Wishes }) {
  const { linkDiscord: words } = authWords.use();
  return (
    <Step number={3} title={words.done} lead={wishes.length > 0 ? words.doneWishes : words.doneLead}>
      {wishes.map((wish) => (
        <Wish key={wish.event.id} {...wish} />
      ))}
      <Link className={buttonClass(wishes.length > 0 ? 'ghost' : 'primary')} to="/">
        {words.week}
      </Link>
    </Step>
  );
}

function Wish({ event, organization, status, roleKey, character }: Wishes[number]) {
  const { linkDiscord: words } = authWords.use();
  const { roles } = coreWords.use();
  const format = useFormat();
  const answer = useMutation(api.participations.signUp.mutationOptions());
  const role = roleKey && roles[roleKey];
  const wish = words.wish[status];
  const send = () =>
    answer.mutate({
      id: event.id,
      status,
      ...(character && status !== 'declined' ? { characterId: character.id } : {}),
      ...(roleKey && status === 'signed_up' ? { roleKey } : {}),
    });
  return (
    <div className={styles.wish}>
      <b>{event.title}</b>
      <span className="muted small">
        {organization.name} · {format.dayAndTime(new Date(event.startsAt))}
      </span>
      {answer.error && <ErrorBox error={answer.error} />}
      {answer.data && <p role="status">{words.answered[answer.data.status]}</p>}
      {!answer.data && character === null && status !== 'declined' && <p className="small">{words.noCharacter}</p>}
      {!answer.data && (character !== null || status === 'declined') && (
        <Button kind="primary" pending={answer.isPending} onClick={send}>
          {typeof wish === 'string' ? wish : wish({ character: character?.name ?? '', role: role ?? 'none' })}
        </Button>
      )}
      <Link className="small" to="/events/$event" params={{ event: event.id }}>
        {words.openEvent}
      </Link>
    </div>
  );
}
