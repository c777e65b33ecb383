import styles from './admin.module.css';

const KEPT = 40;
const [WIDTH, HEIGHT] = [96, 22];
/** Samples taken since this browser tab was opened. */
const seen = new Map<string, { at: number; value: number }[]>();

/** A line chart of the count in each sample. */
export function CountChart({ name, now, label }: { name: string; now: number; label: string }) {
  const values = note(name, now);
  const most = Math.max(1, ...values);
  const points = values.map((value, index) => {
    const x = WIDTH - (values.length - 1 - index) * (WIDTH / (KEPT - 1));
    return `${x.toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`;
  });
  return (
    <svg className={styles.course} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <polyline points={points.join(' ')} />
    </svg>
  );
}

/** Takes at most one sample a second, because React may render twice. */
function note(name: string, value: number): number[] {
  const before = seen.get(name) ?? [];
  const last = before.at(-1);
  const at = Date.now();
  const looks =
    last && at - last.at < 1_000 ? [...before.slice(0, -1), { at: last.at, value }] : [...before, { at, value }];
  seen.set(name, looks.slice(-KEPT));
  return looks.slice(-KEPT).map((look) => look.value);
}
