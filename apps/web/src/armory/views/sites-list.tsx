import type { Site } from './sites.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export function Sites({ of }: { of: Site[] }) {
  const words = viewsWords.use();
  if (of.length === 0) return null;
  return (
    <ul className={styles.sites} aria-label={words.elsewhere}>
      {of.map(({ name, href }) => (
        <li key={name}>
          <a href={href} className="link" target="_blank" rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
