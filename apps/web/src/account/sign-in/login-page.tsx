import type { ProviderId } from '@guildhall/contracts/user.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import styles from './auth.module.css';
import type { AuthWords } from './auth.words.ts';
import { authWords } from './auth.words.ts';

const route = getRouteApi('/plain/login');
const PROVIDERS: Record<ProviderId, string> = { battlenet: 'Battle.net', discord: 'Discord' };

export function LoginPage() {
  const { login: words } = authWords.use();
  const { redirect = '/', error } = route.useSearch();
  const { data: ways } = useSuspenseQuery(api.signIn.ways.queryOptions({}));
  const place = placeOf(redirect, words);
  const nothing = ways.providers.length === 0 && !ways.mail;
  return (
    <div className={styles.gate}>
      <PageTitle>{`${words.title} · Guildhall`}</PageTitle>
      <Icon name="crest" className={`crest ${styles.emblem}`} />
      <h1 tabIndex={-1}>Guildhall</h1>
      <p className="muted">{words.lead}</p>
      {error && (
        <p className={styles.wrong} role="alert">
          <Icon name="alert" />
          {errorWords(error, words)}
        </p>
      )}
      <section className={`card pad ${styles.panel}`} aria-label={words.title}>
        {place && (
          <p className="small muted">
            <Icon name="right" size="s" className="i-s" /> {words.thenTo({ place })}
          </p>
        )}
        {ways.providers.map((provider, index) => (
          <a
            key={provider}
            className={buttonClass(index === 0 ? 'primary' : 'plain', false, 'big')}
            href={`/api/v1/auth/signin/${provider}?${new URLSearchParams({ callbackURL: redirect })}`}
          >
            {words.with({ provider: PROVIDERS[provider] })}
          </a>
        ))}
        {ways.mail && (
          <>
            {ways.providers.length > 0 && <p className={styles.or}>{words.orByMail}</p>}
            <MailForm redirect={redirect} />
          </>
        )}
        {nothing && <p>{words.noWay}</p>}
      </section>
      {ways.demoAccounts.length > 0 && <DemoAccounts redirect={redirect} accounts={ways.demoAccounts} />}
    </div>
  );
}

/** Does not reveal whether the address is known. */
function MailForm({ redirect }: { redirect: string }) {
  const { login: words } = authWords.use();
  const [sent, setSent] = useState<string>();
  const form = useForm<{ email: string }, unknown>({
    name: 'mailed-link',
    before: { email: '' },
    send: ({ email }) => client.signIn.magicLink.mutate({ email, callbackURL: redirect }),
    sent: (_, { email }) => setSent(email),
  });
  if (sent !== undefined) {
    return (
      <div className={styles.sent} role="status">
        <Icon name="send" size="l" />
        <b>{words.sent}</b>
        <p className="small muted">{words.sentHint({ address: sent })}</p>
        <Button kind="ghost" onClick={() => setSent(undefined)}>
          {words.otherAddress}
        </Button>
      </div>
    );
  }
  return (
    <Form of={form} className={styles.mail} verb={words.sendLink} kind="plain" icon="send">
      <TextField
        {...form.text('email')}
        label={words.mail}
        type="email"
        autoComplete="email"
        required
        hint={words.mailHint}
      />
    </Form>
  );
}

type Account = { provider: ProviderId; key: string; name: string; label: string; description: string };

/** Skips the simulated platform's own account choice with one tap. */
function DemoAccounts({ redirect, accounts }: { redirect: string; accounts: Account[] }) {
  const { login: words } = authWords.use();
  const enter = useMutation({
    async mutationFn({ provider, key }: Account) {
      const { url } = await client.signIn.social.mutate({ provider, callbackURL: redirect });
      const address = new URL(url);
      address.searchParams.set('account', key);
      window.location.assign(address);
    },
    onError: toastFailure,
  });
  return (
    <section className={styles.demo} aria-labelledby="demo">
      <h2 id="demo" className="eyebrow">
        {words.demo}
      </h2>
      <ul>
        {accounts.map((account) => (
          <li key={`${account.provider}-${account.key}`}>
            <button type="button" className="card" disabled={enter.isPending} onClick={() => enter.mutate(account)}>
              <b>{account.name}</b>
              <span className="small muted">
                {PROVIDERS[account.provider]} · {account.label}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names the page behind the redirect address in a few words. */
function placeOf(path: string, { places }: AuthWords['login']): string | undefined {
  if (path === '/') return undefined;
  if (path.startsWith('/events/')) return places.event;
  if (/^\/g\/[^/]+\/roster/.test(path)) return places.roster;
  if (/^\/g\/[^/]+\/?$/.test(path)) return places.guild;
  return places.page;
}

function errorWords(error: string, words: AuthWords['login']): string {
  const known: Record<string, string> = words.errors;
  return (Object.hasOwn(known, error) && known[error]) || words.otherError;
}
