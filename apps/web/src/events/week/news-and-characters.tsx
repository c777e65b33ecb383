import { News } from './news.tsx';
import { OwnCharacters } from './own-characters.tsx';
import styles from './week.module.css';

/** Below what waits for an answer. */
export function NewsAndCharacters() {
  return (
    <div className={styles.even}>
      <News />
      <OwnCharacters />
    </div>
  );
}
