import type { WishesView } from '@guildhall/contracts/wish.ts';
import { api, queryClient } from '../../api/client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import styles from './wishes.module.css';
import { wishesWords } from './wishes.words.ts';

/** The next step for gains that may not hold any more. */
export function StaleBar({ shown, count }: { shown: WishesView; count: number }) {
  const words = wishesWords.use();
  const stale = shown.reports.find((report) => report.stale.length > 0 || (report.differing?.length ?? 0) > 0);
  const own = shown.characters.find(({ name, characterId }) => name === stale?.character && characterId !== null);
  const copy = async (id: string) => {
    try {
      const { profile } = await queryClient.fetchQuery(api.characterViews.simcProfile.queryOptions({ id }));
      void copyText(profile, words.copied);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <section className={`card ${styles.staleBar}`}>
      <span className={styles.staleMark}>
        <Icon name="clock" />
      </span>
      <div className="grow">
        <p>
          <b>{words.staleCount({ count })}</b>
        </p>
        <p className="small muted">{words.staleAdvice}</p>
      </div>
      <div className="row">
        {own?.characterId && (
          <Button kind="primary" icon="copy" onClick={() => void copy(own.characterId ?? '')}>
            {words.copySimc}
          </Button>
        )}
        <a
          className={buttonClass()}
          href="https://www.raidbots.com/simbot/droptimizer"
          rel="noreferrer"
          target="_blank"
        >
          Raidbots
        </a>
      </div>
    </section>
  );
}
