import type { SessionListItem, TokenScope } from '@guildhall/contracts/auth.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { OnceDialog } from '../../ui/once-dialog.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { Empty } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { asksForFreshSignIn, SignInAgain } from '../session/sign-in-again.tsx';
import { browserName } from './browser-name.ts';
import { Consents } from './consents.tsx';
import { meWords } from './me.words.ts';
import { Setting } from './setting.tsx';

const sessions = () => api.sessions.list.queryOptions({});
const reread = () => queryClient.invalidateQueries({ queryKey: sessions().queryKey });
const useSessions = () => useSuspenseQuery(sessions()).data;

export function SessionsTab() {
  const { sessions: words } = meWords.use();
  const [making, setMaking] = useOpenDialog({ token: true });
  return (
    <>
      <Setting title={words.signedIn} lead={words.signedInHint} pad={false} end={<EndOthers />}>
        <Browsers />
      </Setting>
      <Setting
        title={words.tokens}
        lead={words.tokensHint}
        pad={false}
        end={
          <Button icon="plus" onClick={() => setMaking(true)}>
            {words.newToken}
          </Button>
        }
      >
        <Tokens />
      </Setting>
      <Consents />
      {making && <NewToken onClose={() => setMaking(false)} />}
    </>
  );
}

function Browsers() {
  const { sessions: words } = meWords.use();
  const format = useFormat();
  const own = useSessions().filter(({ label }) => label === null);
  const end = useMutation(
    api.sessions.revoke.mutationOptions({
      onSuccess: () => {
        toast({ text: words.ended });
        return reread();
      },
      onError: toastFailure,
    }),
  );
  const nameOf = ({ userAgent }: SessionListItem) => {
    const known = browserName(userAgent);
    return known ? words.browser({ browser: known.browser, system: known.system }) : words.unknownBrowser;
  };
  return (
    <ul className="list">
      {own.map((session) => (
        <li key={session.id}>
          <span className={session.current ? 'mark hot' : 'mark'}>
            <Icon name="home" />
          </span>
          <div className="grow">
            <p className="strong clip">{nameOf(session)}</p>
            <small className="clip">{words.used({ ago: format.relative(new Date(session.lastUsedAt)) })}</small>
          </div>
          {session.current ? (
            <span className="tag ember">{words.thisOne}</span>
          ) : (
            <Button
              small
              kind="ghost"
              pending={end.isPending && end.variables.id === session.id}
              onClick={() => end.mutate({ id: session.id })}
            >
              {words.end}
              <span className="sr"> {nameOf(session)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function EndOthers() {
  const { sessions: words } = meWords.use();
  const [asking, setAsking] = useState(false);
  const end = useMutation(
    api.sessions.revokeOthers.mutationOptions({
      onSuccess: async () => {
        toast({ text: words.othersEnded });
        await reread();
        setAsking(false);
      },
      onError: toastFailure,
    }),
  );
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.endOthers}</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.endOthersTitle}
        consequence={words.endOthersHint}
        verb={words.endOthers}
        pending={end.isPending}
        onConfirm={() => end.mutate({})}
      />
    </>
  );
}

function Tokens() {
  const { sessions: words } = meWords.use();
  const format = useFormat();
  const [revoking, setRevoking] = useState<SessionListItem>();
  const tokens = useSessions().filter(({ label }) => label !== null);
  const revoke = useMutation(
    api.sessions.revoke.mutationOptions({
      onSuccess: async () => {
        await reread();
        setRevoking(undefined);
      },
      onError: toastFailure,
    }),
  );
  if (tokens.length === 0) {
    return (
      <Empty icon="key" title={words.noTokens}>
        {words.noTokensHint}
      </Empty>
    );
  }
  return (
    <>
      <ul className="list">
        {tokens.map((token) => (
          <li key={token.id}>
            <span className="mark">
              <Icon name="key" />
            </span>
            <div className="grow">
              <p className="strong clip">{token.label}</p>
              <small>
                {[
                  words.scopes[token.scope],
                  words.used({ ago: format.relative(new Date(token.lastUsedAt)) }),
                  words.until({ date: format.date(new Date(token.expiresAt)) }),
                ].join(' · ')}
              </small>
            </div>
            <Button small kind="ghost" onClick={() => setRevoking(token)}>
              {words.revoke}
              <span className="sr"> {token.label}</span>
            </Button>
          </li>
        ))}
      </ul>
      {revoking && (
        <ConfirmDialog
          open
          onClose={() => setRevoking(undefined)}
          title={words.revokeTitle({ label: revoking.label ?? '' })}
          consequence={words.revokeHint}
          verb={words.revoke}
          pending={revoke.isPending}
          onConfirm={() => revoke.mutate({ id: revoking.id })}
        />
      )}
    </>
  );
}

const LIFETIMES = [7, 30, 90, 180];

function NewToken({ onClose }: { onClose(): void }) {
  const all = meWords.use();
  const words = all.sessions;
  const form = useForm<{ label: string; scope: TokenScope; days: string }, { token: string }>({
    name: 'token',
    before: { label: '', scope: 'read', days: '90' },
    send: ({ label, scope, days }) =>
      client.sessions.createToken.mutate({ label: label.trim(), scope, expiresInDays: Number(days) }),
    sent: reread,
  });
  if (form.answer) {
    return (
      <OnceDialog
        words={all}
        title={words.onceTitle}
        lead={words.once}
        label={words.token}
        secret={form.answer.token}
        done={words.done}
        onClose={onClose}
      />
    );
  }
  if (asksForFreshSignIn(form.error)) return <SignInAgain error={form.error} onClose={onClose} />;
  return (
    <FormDialog of={form} onClose={onClose} title={words.newToken} verb={words.make} icon="key">
      <TextField {...form.text('label')} label={words.label} hint={words.labelHint} required maxLength={60} />
      <div className="labelled">
        <span className="label">{words.scope}</span>
        <SegmentedControl<TokenScope>
          legend={words.scope}
          value={form.value.scope}
          onChange={(scope) => form.change({ scope })}
          choices={(['read', 'write'] as const).map((value) => ({ value, label: words.scopes[value] }))}
        />
      </div>
      <Select
        {...form.text('days')}
        label={words.lasts}
        options={LIFETIMES.map((days) => [days, words.days({ count: days })])}
      />
    </FormDialog>
  );
}
