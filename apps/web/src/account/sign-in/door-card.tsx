import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { authWords } from './auth.words.ts';
import styles from './door.module.css';
import { linkGameHref } from './link-game.ts';

type CardProps = { icon: IconName; look?: 'hot' | 'bad'; title: string; lead: string; children?: ReactNode };

export function Card({ icon, look, title, lead, children }: CardProps) {
  return (
    <section className={`card ${styles.door}`} aria-live="polite">
      <PageTitle>{`${title} · Guildhall`}</PageTitle>
      <div className={styles.head}>
        <span className={`mark ${look === 'hot' ? 'hot' : look === 'bad' ? styles.bad : ''}`}>
          <Icon name={icon} />
        </span>
        <div className="grow">
          <h1 tabIndex={-1}>{title}</h1>
          <p className="muted small">{lead}</p>
        </div>
      </div>
      {children}
    </section>
  );
}

export function LinkButton() {
  const { door: words } = authWords.use();
  return (
    <div className={styles.call}>
      <a className={buttonClass('primary', false, 'big')} href={linkGameHref()}>
        {words.link}
      </a>
    </div>
  );
}
