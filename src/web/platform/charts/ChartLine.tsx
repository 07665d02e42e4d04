import type { Scale } from './chart-scale.ts';
import styles from './LineChart.module.css';

/** The height of a value in its scale, in percent. */
export const heightOf = (value: number, { low, high }: Scale): number => ((value - low) / (high - low)) * 100;

interface ChartLineProps {
  /** At equal distances, the oldest first; at least two. */
  values: readonly number[];
  /** What the line is compared with, just as many. */
  compared?: readonly number[] | undefined;
  scale: Scale;
  /** The index of the value that is read out. */
  shown: number;
  /** Whether the person chose it; a line through the drawing marks it. */
  isChosen: boolean;
}

/** The drawing alone. It is stretched to its box, so its lines keep their width and the dot is an element of its own. */
export function ChartLine({ values, compared, scale, shown, isChosen }: ChartLineProps) {
  const across = (index: number) => (index / (values.length - 1)) * 100;
  const pointsOf = (line: readonly number[]) =>
    line.map((value, index) => `${across(index).toFixed(3)},${(100 - heightOf(value, scale)).toFixed(3)}`).join(' ');
  const floor = 100 - heightOf(Math.max(scale.low, 0), scale);
  return (
    <>
      <svg className={styles.drawing} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {scale.ticks.map((tick) => (
          <path key={tick} className={styles.grid} d={`M0 ${100 - heightOf(tick, scale)}H100`} />
        ))}
        <polygon className={styles.area} points={`0,${floor} ${pointsOf(values)} 100,${floor}`} />
        {compared && <polyline className={styles.compared} points={pointsOf(compared)} />}
        <polyline className={styles.line} points={pointsOf(values)} />
        {isChosen && <path className={styles.cursor} d={`M${across(shown)} 0V100`} />}
      </svg>
      <span
        className={styles.dot}
        style={{ insetInlineStart: `${across(shown)}%`, insetBlockEnd: `${heightOf(values[shown] ?? 0, scale)}%` }}
      />
    </>
  );
}
