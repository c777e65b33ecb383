import styles from './line-chart.module.css';

export type Point = { key: string; label: string; value: number | null };

const WIDTH = 912;
const HEIGHT = 180;
const BOX = { left: 46, right: 898, top: 18, bottom: 150 };
const MOST_LABELS = 12;

type Props = { points: readonly Point[]; said: string; format(value: number): string };

/** Shares from 0 to 1 over time; missing values leave a gap in the line. */
export function LineChart({ points, said, format }: Props) {
  const known = points.flatMap(({ value }) => value ?? []);
  const lowest = Math.min(0.9, Math.floor(Math.min(1, ...known) * 10) / 10);
  const x = (index: number) =>
    points.length < 2 ? BOX.right : BOX.left + ((BOX.right - BOX.left) * index) / (points.length - 1);
  const y = (value: number) => BOX.bottom - ((BOX.bottom - BOX.top) * (value - lowest)) / (1 - lowest);
  const runs: { index: number; value: number }[][] = [];
  points.forEach(({ value }, index) => {
    if (value === null) return;
    if (index === 0 || points[index - 1]?.value === null) runs.push([]);
    runs.at(-1)?.push({ index, value });
  });
  const path = (run: (typeof runs)[number]) =>
    run.map(({ index, value }, place) => `${place ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join(' ');
  const lines = [0, 0.5, 1].map((share) => lowest + (1 - lowest) * share);
  const step = Math.ceil(points.length / MOST_LABELS);
  const last = points.findLastIndex(({ value }) => value !== null);
  const lastValue = points[last]?.value ?? null;
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={said}>
      {lines.map((value) => (
        <g key={value}>
          <path className={styles.grid} d={`M${BOX.left} ${y(value)}H${BOX.right}`} />
          <text x={BOX.left - 8} y={y(value) + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {points.map(
        ({ key, label }, index) =>
          (points.length - 1 - index) % step === 0 && (
            <text key={key} x={x(index)} y={HEIGHT - 8} textAnchor={index === points.length - 1 ? 'end' : 'middle'}>
              {label}
            </text>
          ),
      )}
      {runs.map((run) => {
        const [first, end] = [run[0], run.at(-1)];
        if (!first || !end) return null;
        return (
          <g key={first.index}>
            <path
              className={styles.area}
              d={`${path(run)} L${x(end.index)} ${BOX.bottom} L${x(first.index)} ${BOX.bottom}Z`}
            />
            <path className={styles.line} d={path(run)} />
            {run.map(({ index, value }) => (
              <circle key={index} cx={x(index)} cy={y(value)} r="3.5" />
            ))}
          </g>
        );
      })}
      {lastValue !== null && (
        <text className={styles.now} x={x(last)} y={Math.max(12, y(lastValue) - 10)} textAnchor="end">
          {format(lastValue)}
        </text>
      )}
    </svg>
  );
}
