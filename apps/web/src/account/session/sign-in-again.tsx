import { nextStepOf } from '@guildhall/contracts/next-step.ts';
import type { ProviderId } from '@guildhall/contracts/user.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { api } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { useViewer } from '../../api/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorBox } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { accountWords } from './account.words.ts';

const PROVIDERS: Record<ProviderId, string> = { battlenet: 'Battle.net', discord: 'Discord' };

export const asksForFreshSignIn = (error: unknown) => nextStepOf(failureOf(error)) === 'signInAgain';

/** `onError` for a mutation that has a `SignInAgain` beside it. */
export const toastOther = (error: unknown) => {
  if (!asksForFreshSignIn(error)) toastFailure(error);
};

type Props = { error: unknown; onClose(): void };

/** Opens when the service refuses a sign-in as too old. Every linked provider returns to this address. */
export function SignInAgain({ error, onClose }: Props) {
  if (!error || !asksForFreshSignIn(error)) return null;
  return (
    <Suspense>
      <Ways onClose={onClose} />
    </Suspense>
  );
}

function Ways({ onClose }: { onClose(): void }) {
  const { again: words } = accountWords.use();
  const viewer = useViewer();
  const send = useMutation(api.signIn.magicLink.mutationOptions());
  const back = window.location.pathname + window.location.search;
  const email = viewer?.email;
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <p>{words.lead}</p>
      {viewer?.accounts.map(({ providerId }) => (
        <a
          key={providerId}
          className={buttonClass('primary', false, 'big')}
          href={`/api/v1/auth/signin/${providerId}?${new URLSearchParams({ callbackURL: back })}`}
        >
          {words.with({ provider: PROVIDERS[providerId] })}
        </a>
      ))}
      {email &&
        (send.isSuccess ? (
          <p role="status">
            <Icon name="send" /> {words.sent({ address: email })}
          </p>
        ) : (
          <Button
            className="big"
            icon="send"
            pending={send.isPending}
            onClick={() => send.mutate({ email, callbackURL: back })}
          >
            {words.byMail}
          </Button>
        ))}
      {send.error && <ErrorBox error={send.error} />}
    </Dialog>
  );
}
