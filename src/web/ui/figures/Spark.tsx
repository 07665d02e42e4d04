import type { ReactNode } from 'react';
import styles from './Spark.module.css';

const width = 600;
const height = 100;
const margin = 4;

interface SparkProps {
  values: readonly number[];
  label: string;
  /** What is marked along the time. */
  children?: ReactNode;
}

/** The course of a figure as a plain line, time from left to right, with a dotted line where it began. */
export function Spark({ values, label, children }: SparkProps) {
  const [first = 0] = values;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const y = (value: number) => height - margin - ((value - low) / span) * (height - 2 * margin);
  const x = (index: number) => (index / Math.max(1, values.length - 1)) * width;
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <div className={styles.spark} dir="ltr">
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <line className={styles.start} x1="0" x2={width} y1={y(first)} y2={y(first)} />
        <polyline className={styles.line} points={points} />
      </svg>
      {children}
    </div>
  );
}
