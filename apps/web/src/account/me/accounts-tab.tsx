import type { AccountLinkId } from '@guildhall/contracts/profile.ts';
import type { ProviderId } from '@guildhall/contracts/user.ts';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { ErrorBox } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { asksForFreshSignIn, SignInAgain, toastOther } from '../session/sign-in-again.tsx';
import styles from './me.module.css';
import { invalidateProfile, useMe } from './me.queries.ts';
import { meWords } from './me.words.ts';
import { Setting } from './setting.tsx';

const route = getRouteApi('/shell/app/me/{-$tab}');
const HERE = '/me/accounts';
const PROVIDERS: Record<ProviderId, string> = { battlenet: 'Battle.net', discord: 'Discord' };
const linkAddress = (provider: ProviderId) =>
  `/api/v1/auth/signin/${provider}?${new URLSearchParams({ callbackURL: HERE })}`;

export function AccountsTab() {
  const { tabs, accounts: words } = meWords.use();
  const { error, merge } = route.useSearch();
  return (
    <>
      {merge ? <MergeOffer offer={merge} /> : error && <LinkFailure error={error} />}
      <Setting title={tabs.accounts} lead={words.lead} pad={false} lines={6}>
        <Ways />
      </Setting>
    </>
  );
}

function LinkFailure({ error }: { error: string }) {
  const { accounts: words } = meWords.use();
  const known: Record<string, string> = words.errors;
  return (
    <p className={styles.wrong} role="alert">
      <Icon name="alert" />
      {(Object.hasOwn(known, error) && known[error]) || words.errors.state_mismatch}
    </p>
  );
}

/** Signing in with two different providers creates two accounts; the service offers to merge them. */
function MergeOffer({ offer }: { offer: string }) {
  const { accounts: words } = meWords.use();
  const { ui } = coreWords.use();
  const navigate = route.useNavigate();
  const leave = () => navigate({ search: {}, replace: true });
  const merge = useMutation({
    mutationFn: () => client.signIn.mergeAccounts.mutate({ offer }),
    // The browser may now be signed in to the other account.
    onSuccess: async () => {
      toast({ text: words.merged });
      await invalidateProfile();
      await leave();
    },
  });
  return (
    <section className={`card pad ${styles.offer}`} aria-label={words.mergeTitle}>
      <h2>{words.mergeTitle}</h2>
      <p>{words.mergeLead}</p>
      {merge.error && <ErrorBox error={merge.error} />}
      <div className="row wrap">
        <Button kind="primary" pending={merge.isPending} onClick={() => merge.mutate()}>
          {words.merge}
        </Button>
        <Button kind="ghost" onClick={() => void leave()}>
          {ui.cancel}
        </Button>
      </div>
    </section>
  );
}

function Ways() {
  const { accounts: words } = meWords.use();
  const format = useFormat();
  const me = useMe();
  const { data: ways } = useSuspenseQuery(api.signIn.ways.queryOptions({}));
  const game = useQuery(api.users.gameplatformStatus.queryOptions({})).data;
  const [unlinking, setUnlinking] = useState<AccountLinkId>();
  const [mailing, setMailing] = useOpenDialog({ 'mail-address': true });
  const last = me.accounts.length + Number(me.email !== null) < 2;
  return (
    <ul className="list">
      {(Object.keys(PROVIDERS) as ProviderId[])
        .filter(
          (provider) => ways.providers.includes(provider) || me.accounts.some((one) => one.providerId === provider),
        )
        .map((provider) => {
          const linked = me.accounts.find(({ providerId }) => providerId === provider);
          const expired = provider === 'battlenet' && game?.expired === true;
          return (
            <li key={provider} className={styles.way}>
              <Mark on={linked !== undefined} icon={provider === 'battlenet' ? 'flag' : 'send'} />
              <div className="grow">
                <p className="strong clip">{PROVIDERS[provider]}</p>
                <small className="clip">
                  {linked
                    ? [linked.displayName, words.since({ date: format.date(new Date(linked.linkedAt)) })]
                        .filter(Boolean)
                        .join(' · ')
                    : words.notLinked}
                </small>
                {expired && <small className={styles.warning}>{words.expired}</small>}
              </div>
              {(!linked || expired) && (
                <a className={buttonClass(expired ? 'primary' : 'plain', true)} href={linkAddress(provider)}>
                  {expired ? words.renew : words.link}
                  <span className="sr"> {PROVIDERS[provider]}</span>
                </a>
              )}
              {linked && <Unlink name={PROVIDERS[provider]} last={last} onClick={() => setUnlinking(provider)} />}
            </li>
          );
        })}
      {(ways.mail || me.email) && (
        <li className={styles.way}>
          <Mark on={me.email !== null} icon="note" />
          <div className="grow">
            <p className="strong clip">{words.mail}</p>
            <small className="clip">{me.email ?? words.notLinked}</small>
          </div>
          {ways.mail && (
            <Button small onClick={() => setMailing(true)}>
              {me.email ? words.changeMail : words.addMail}
            </Button>
          )}
          {me.email && <Unlink name={words.mail} last={last} onClick={() => setUnlinking('email')} />}
        </li>
      )}
      {last && (
        <li className="fresh">
          <Icon name="lock" size="s" />
          {words.lastWay}
        </li>
      )}
      {unlinking && <UnlinkDialog way={unlinking} onClose={() => setUnlinking(undefined)} />}
      {mailing && <MailDialog onClose={() => setMailing(false)} />}
    </ul>
  );
}

const Mark = ({ on, icon }: { on: boolean; icon: 'flag' | 'send' | 'note' }) => (
  <span className={on ? 'mark hot' : 'mark'}>
    <Icon name={icon} />
  </span>
);

function Unlink({ name, last, onClick }: { name: string; last: boolean; onClick(): void }) {
  const { accounts: words } = meWords.use();
  return (
    <Button small kind="ghost" disabled={last} title={last ? words.lastWay : undefined} onClick={onClick}>
      {words.unlink}
      <span className="sr"> {name}</span>
    </Button>
  );
}

function UnlinkDialog({ way, onClose }: { way: AccountLinkId; onClose(): void }) {
  const { accounts: words } = meWords.use();
  const name = way === 'email' ? words.mail : PROVIDERS[way];
  const unlink = useMutation(
    api.profile.unlinkAccount.mutationOptions({
      onSuccess: async () => {
        toast({ text: words.unlinked({ name }) });
        await invalidateProfile();
        onClose();
      },
      onError: toastOther,
    }),
  );
  if (asksForFreshSignIn(unlink.error)) return <SignInAgain error={unlink.error} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={words.unlinkTitle({ name })}
      consequence={{ battlenet: words.unlinkGame, discord: words.unlinkOther, email: words.unlinkMail }[way]}
      verb={words.unlink}
      pending={unlink.isPending}
      onConfirm={() => unlink.mutate({ providerId: way })}
    />
  );
}

function MailDialog({ onClose }: { onClose(): void }) {
  const { accounts: words } = meWords.use();
  const [sent, setSent] = useState<string>();
  const form = useForm<{ email: string }, unknown>({
    name: 'mail-address',
    before: { email: '' },
    send: ({ email }) => client.profile.changeEmail.mutate({ email }),
    sent: (_, { email }) => setSent(email),
  });
  if (asksForFreshSignIn(form.error)) return <SignInAgain error={form.error} onClose={onClose} />;
  if (sent !== undefined) {
    return (
      <Dialog open onClose={onClose} title={words.mail}>
        <p role="status">{words.linkSent({ address: sent })}</p>
      </Dialog>
    );
  }
  return (
    <FormDialog of={form} onClose={onClose} title={words.mail} verb={words.sendLink} icon="send">
      <TextField
        {...form.text('email')}
        label={words.newAddress}
        hint={words.newAddressHint}
        type="email"
        required
        autoComplete="email"
      />
    </FormDialog>
  );
}
