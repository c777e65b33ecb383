/**
 * People's markdown: `<Markdown text={…} />`. A text can be read before the code that formats it has arrived, and most
 * texts of a line do not need it.
 */
import { startTransition, useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import styles from './markdown.module.css';

const Formatted = lazyPart(() => import('./formatted.tsx'), 'Formatted');
let loaded = false;

/** Signs that may mean something, addresses, and the ends of lines. */
const MARKUP = /[*_~`#|<>[\]\\@&+=-]|\d[.)]|www\.|:\/\/|\n/;

type Props = { text: string; first?: 2 | 3 };

/** `first` is the level of `#`: 2 on a page whose sections have no titles. */
export function Markdown({ text, first = 3 }: Props) {
  const [ready, setReady] = useState(loaded);
  const wanted = !ready && MARKUP.test(text);
  useEffect(() => {
    if (!wanted) return;
    Formatted.preload().then(
      () => {
        loaded = true;
        startTransition(() => setReady(true));
      },
      // The text stays as it was typed.
      () => {},
    );
  }, [wanted]);
  if (ready) return <Formatted text={text} first={first} />;
  return (
    <div className={styles.text}>
      <p className={wanted ? styles.plain : undefined}>{text.trim()}</p>
    </div>
  );
}
