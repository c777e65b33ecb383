import styles from './line-chart.module.css';
import { useMedia } from './media.ts';

export type Point = { key: string; label: string; value: number | null };

/** In the pixels of a desk and of a phone, so that letters keep their size. */
const DESK = { width: 912, height: 180, mostLabels: 12 };
const PHONE = { width: 330, height: 170, mostLabels: 4 };

type Props = { points: readonly Point[]; said: string; format(value: number): string };

/** Shares from 0 to 1 over time; missing values leave a gap in the line. */
export function LineChart({ points, said, format }: Props) {
  const { width, height, mostLabels } = useMedia('(max-width: 767px)') ? PHONE : DESK;
  const box = { left: 46, right: width - 14, top: 18, bottom: height - 30 };
  const known = points.flatMap(({ value }) => value ?? []);
  const lowest = Math.min(0.9, Math.floor(Math.min(1, ...known) * 10) / 10);
  const x = (index: number) =>
    points.length < 2 ? box.right : box.left + ((box.right - box.left) * index) / (points.length - 1);
  const y = (value: number) => box.bottom - ((box.bottom - box.top) * (value - lowest)) / (1 - lowest);
  const runs: { index: number; value: number }[][] = [];
  points.forEach(({ value }, index) => {
    if (value === null) return;
    if (index === 0 || points[index - 1]?.value === null) runs.push([]);
    runs.at(-1)?.push({ index, value });
  });
  const path = (run: (typeof runs)[number]) =>
    run.map(({ index, value }, place) => `${place ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join(' ');
  const lines = [0, 0.5, 1].map((share) => lowest + (1 - lowest) * share);
  const step = Math.ceil(points.length / mostLabels);
  const last = points.findLastIndex(({ value }) => value !== null);
  const lastValue = points[last]?.value ?? null;
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={said}>
      {lines.map((value) => (
        <g key={value}>
          <path className={styles.grid} d={`M${box.left} ${y(value)}H${box.right}`} />
          <text x={box.left - 8} y={y(value) + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {points.map(
        ({ key, label }, index) =>
          (points.length - 1 - index) % step === 0 && (
            <text key={key} x={x(index)} y={height - 8} textAnchor={index === points.length - 1 ? 'end' : 'middle'}>
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
              d={`${path(run)} L${x(end.index)} ${box.bottom} L${x(first.index)} ${box.bottom}Z`}
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
