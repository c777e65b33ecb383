import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { asksForFreshSignIn, SignInAgain, toastOther } from '../session/sign-in-again.tsx';
import styles from './me.module.css';
import { useMe } from './me.queries.ts';
import { meWords } from './me.words.ts';
import { Setting } from './setting.tsx';

export function DataTab() {
  const { data: words } = meWords.use();
  const { displayName } = useMe();
  const [asking, setAsking] = useState(false);
  const erase = useMutation({
    mutationFn: () => client.profile.delete.mutate({}),
    // A full page load leaves none of the person's data in this tab.
    onSuccess: () => location.assign('/login'),
    onError: toastOther,
  });
  return (
    <>
      <Setting title={words.export} lead={words.exportHint}>
        <div>
          <a className={buttonClass()} href="/api/v1/auth/me/export" download>
            <Icon name="download" />
            {words.download}
          </a>
        </div>
      </Setting>
      <Setting title={words.erase} lead={words.signedOut}>
        <p className={styles.danger}>{words.eraseHint}</p>
        <div>
          <Button kind="danger" onClick={() => setAsking(true)}>
            {words.eraseVerb}
          </Button>
        </div>
      </Setting>
      {asking && !asksForFreshSignIn(erase.error) && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={words.eraseTitle({ name: displayName })}
          consequence={words.eraseConsequence}
          verb={words.eraseVerb}
          typed={displayName}
          pending={erase.isPending || erase.isSuccess}
          onConfirm={() => erase.mutate()}
        />
      )}
      <SignInAgain
        error={erase.error}
        onClose={() => {
          erase.reset();
          setAsking(false);
        }}
      />
    </>
  );
}
