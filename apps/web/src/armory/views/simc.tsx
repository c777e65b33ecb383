import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Fresh } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export function Simc({ id }: ViewProps) {
  const words = viewsWords.use();
  const { profile, warnings, freshness } = useSuspenseQuery(
    api.characterViews.simcProfile.queryOptions({ id }, { retry: false }),
  ).data;
  return (
    <div className="stack">
      <section className="card">
        <header className={`card-head ${styles.wraps}`}>
          <h2>{words.tabs.simc}</h2>
          <span className="end">
            <Button kind="primary" icon="copy" onClick={() => void copyText(profile, words.copied)}>
              {words.copyProfile}
            </Button>
          </span>
        </header>
        <ScrollBox className={styles.profile} label={words.profileText}>
          <pre>{profile}</pre>
        </ScrollBox>
        <Fresh of={freshness.equipment} />
      </section>
      <section className="card">
        <header className="card-head">
          <h2>{words.warnings}</h2>
        </header>
        <ul className="list">
          {warnings.map(({ reason, message }) => (
            <li key={message}>
              <Icon name="alert" size="s" className="i-s warn" />
              <p className="grow">{words.simcReasons[reason as keyof typeof words.simcReasons] ?? message}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
