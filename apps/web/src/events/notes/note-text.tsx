import styles from './plan.module.css';

type Props = { text: string; mine: readonly number[]; label: string; mineLabel: string };

/** A note as it was pasted. Lines that concern the reader are marked; nothing in it is markup. */
export function NoteText({ text, mine, label, mineLabel }: Props) {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  return (
    // A long line scrolls sideways, by the keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable.
    <section className={styles.note} aria-label={label} tabIndex={0}>
      {lines.map(({ line, number }) => (
        <Line key={number} text={line} mineLabel={mine.includes(number) ? mineLabel : undefined} />
      ))}
    </section>
  );
}

function Line({ text, mineLabel }: { text: string; mineLabel: string | undefined }) {
  const shown = <code>{text}</code>;
  if (mineLabel === undefined) return shown;
  return (
    <mark>
      <span className="sr">{mineLabel}</span>
      {shown}
    </mark>
  );
}
