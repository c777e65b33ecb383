import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import styles from './characters.module.css';
import { charactersWords } from './characters.words.ts';

/** Linking the game account failed; if the person has two accounts, offers to merge them. */
export function MergeOffer({ error, offer }: { error: string; offer: string | undefined }) {
  const { merge: words } = charactersWords.use();
  const navigate = useNavigate();
  const merge = useMutation({
    mutationFn: (sealed: string) => client.signIn.mergeAccounts.mutate({ offer: sealed }),
    // The session may now be another person's, so no cached data is kept.
    onSuccess: () => location.assign('/characters'),
    onError: toastFailure,
  });
  const taken = error === 'account_already_linked';
  const forget = () => void navigate({ to: '/characters', search: {}, replace: true });
  return (
    <section className={`card pad ${styles.problem}`} aria-label={words.title} role="alert">
      <div className="row">
        <Icon name="key" />
        <p className="grow small">
          <b>{taken ? words.taken : words.failed}</b> {taken && (offer ? words.offer : words.noOffer)}
        </p>
        {taken && offer && (
          <Button kind="primary" pending={merge.isPending} onClick={() => merge.mutate(offer)}>
            {words.verb}
          </Button>
        )}
        <Button kind="ghost" onClick={forget}>
          {words.dismiss}
        </Button>
      </div>
    </section>
  );
}
