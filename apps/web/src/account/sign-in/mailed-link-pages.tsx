/**
 * Landing pages of mailed links. The token is behind the `#` and is used only on a click, because scanners open links
 * too.
 */
import { readMailedLink } from '@guildhall/contracts/mailed-link.ts';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, client, queryClient } from '../../api/client.ts';
import { sessionQuery, useViewer } from '../../api/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { store, stored } from '../../ui/kept-forms.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import styles from './auth.module.css';
import { authWords } from './auth.words.ts';

/** Reads the token once and removes it from the address, so that no history keeps it. */
function takeFromAddress() {
  const given = readMailedLink(window.location.hash);
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return given;
}

/** Shows whom the link signs in before using it, because it may be for another account than the current one. */
export function VerifyPage() {
  const { verify } = authWords.use();
  const [given] = useState(takeFromAddress);
  const { token } = given;
  const preview = useQuery({
    queryKey: ['mailed-link', token],
    queryFn: token ? () => client.signIn.previewMagicLink.mutate({ token }) : skipToken,
    staleTime: Infinity,
  });
  const redeem = useMutation(
    api.signIn.redeemMagicLink.mutationOptions({
      // Loads everything anew, because another person may be signed in now.
      onSuccess: ({ callbackURL }) => window.location.replace(callbackURL),
    }),
  );
  if (!token) return <NoToken damaged={given.damaged} />;
  const { data: link, error } = preview;
  const other = link?.signedInAs;
  return (
    <Gate title={verify.title}>
      {preview.isPending && <Skeleton lines={2} />}
      {error && (
        <>
          <ErrorBox error={error} onRetry={() => void preview.refetch()} />
          <Link to="/login" className={buttonClass('plain', false, 'big')}>
            {verify.home}
          </Link>
        </>
      )}
      {link && (
        <>
          <p>
            <b>{verify.signInAs({ name: link.displayName ?? link.email })}</b>
          </p>
          <p className="small muted">{link.displayName === null ? verify.newAccount : link.email}</p>
          {other && <p className="small">{verify.signedInAs({ name: other.displayName })}</p>}
          <Button
            kind="primary"
            className="big"
            pending={redeem.isPending || redeem.isSuccess}
            onClick={() => redeem.mutate({ token, callbackURL: given.callbackUrl ?? '/' })}
          >
            {other ? verify.switchAccount : verify.button}
          </Button>
          {redeem.error && <ErrorBox error={redeem.error} />}
        </>
      )}
    </Gate>
  );
}

/** Kept in this tab while the person signs in first. */
const KEPT = 'verify-email';

export function VerifyEmailPage() {
  const { verify } = authWords.use();
  const viewer = useViewer();
  const [{ token, damaged }] = useState(() => {
    const given = takeFromAddress();
    const token = given.token ?? stored<string>(KEPT) ?? null;
    if (token) store(KEPT, token);
    return { token, damaged: given.damaged };
  });
  const confirm = useMutation(
    api.profile.verifyEmail.mutationOptions({
      onSuccess: () => {
        store(KEPT, undefined);
        return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      },
    }),
  );
  if (!token) return <NoToken damaged={damaged} />;
  if (confirm.isSuccess) {
    return (
      <Gate title={verify.emailDone}>
        <Link to="/" className={buttonClass('primary', false, 'big')}>
          {verify.home}
        </Link>
      </Gate>
    );
  }
  if (!viewer) {
    return (
      <Gate title={verify.email} lead={verify.signInFirst}>
        <Link
          to="/login"
          search={{ redirect: '/account/verify-email' }}
          className={buttonClass('primary', false, 'big')}
        >
          {verify.button}
        </Link>
      </Gate>
    );
  }
  return (
    <Gate title={verify.email} lead={verify.emailHint}>
      <Button kind="primary" className="big" pending={confirm.isPending} onClick={() => confirm.mutate({ token })}>
        {verify.emailButton}
      </Button>
      {confirm.error && <ErrorBox error={confirm.error} />}
    </Gate>
  );
}

function NoToken({ damaged }: { damaged: boolean }) {
  const { verify } = authWords.use();
  return (
    <Gate title={damaged ? verify.damaged : verify.noToken} lead={damaged ? verify.damagedHint : verify.noTokenHint}>
      <Link to="/" className={buttonClass('plain', false, 'big')}>
        {verify.home}
      </Link>
    </Gate>
  );
}

function Gate({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className={styles.gate}>
      <PageTitle>{`${title} · Guildhall`}</PageTitle>
      <Icon name="crest" className={`crest ${styles.emblem}`} />
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className="muted">{lead}</p>}
      <div className={`card pad ${styles.panel}`}>{children}</div>
    </div>
  );
}
