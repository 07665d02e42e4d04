import { useId, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { visuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useNearDay } from '../i18n/near-day.ts';
import { scaleFor, type Scale } from './chart-scale.ts';
import { ChartLine, heightOf } from './ChartLine.tsx';
import styles from './LineChart.module.css';

interface LineChartProps {
  /** Without gaps, the oldest first; at least two. */
  days: readonly { on: string }[];
  /** One for each day, and what they are compared with. A day without a value is null. */
  values: readonly (number | null)[];
  compared?: readonly (number | null)[] | undefined;
  /** The name of the drawing, and a sentence with its summary. */
  label: string;
  summary: string;
  /** Head and axis say the same: the sentence is for those who do not see them. */
  hasSpokenSummary?: boolean;
  /** The text for an index, in a sentence. */
  spoken: (index: number) => string;
  /** A value of the axis. */
  axis: (tick: number) => string;
  /** What the line and the one it is compared with are called. */
  legend?: readonly [own: string, compared: string] | undefined;
  /** Opens what a day is made of: by a click on it, or by Enter. */
  onOpen?: ((index: number) => void) | undefined;
}

/**
 * A value at the end of each day as a line. Time runs from left to right in every language. A slider over the line
 * reads out one day: by pointer, by finger and by arrow keys.
 */
export function LineChart({ days, values, compared, label, spoken, axis, legend, onOpen, ...said }: LineChartProps) {
  const dayText = useNearDay();
  const captionId = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const last = days.length - 1;
  const drawn = [...values, ...(compared ?? [])].filter((value) => value !== null);
  const scale = drawn.length > 0 ? scaleFor(Math.min(...drawn), Math.max(...drawn), 3) : scaleFor(0, 0, 3);
  const index = Math.min(chosen ?? last, last);
  const ends = [days[0], days[last]].flatMap((day) => day ?? []);
  return (
    <figure className={styles.figure}>
      <figcaption id={captionId} className={said.hasSpokenSummary ? visuallyHidden : styles.caption}>
        {said.summary}
      </figcaption>
      <p className={cx(styles.reading, chosen === null && styles.atRest)} aria-hidden>
        <bdi>{spoken(index)}</bdi>
      </p>
      <div className={styles.chart} dir="ltr">
        <div className={styles.plot}>
          <ChartLine values={values} compared={compared} scale={scale} shown={index} isChosen={chosen !== null} />
          <input
            type="range"
            className={styles.slider}
            aria-label={label}
            aria-describedby={captionId}
            aria-valuetext={spoken(index)}
            min={0}
            max={last}
            value={index}
            onChange={(event) => setChosen(event.target.valueAsNumber)}
            onPointerMove={({ currentTarget, clientX }) => {
              const { left, width } = currentTarget.getBoundingClientRect();
              setChosen(Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * last));
            }}
            onPointerLeave={() => setChosen(null)}
            onClick={() => onOpen?.(index)}
            onKeyDown={({ key }) => key === 'Enter' && onOpen?.(index)}
          />
        </div>
        <Axis scale={scale} axis={axis} />
        <p className={styles.dates}>
          {ends.map((day) => (
            <bdi key={day.on}>{dayText(day.on)}</bdi>
          ))}
        </p>
      </div>
      {legend && compared && (
        <ul className={styles.legend}>
          <li>{legend[0]}</li>
          <li className={styles.index}>{legend[1]}</li>
        </ul>
      )}
    </figure>
  );
}

/** The values of the axis, beside their lines. */
function Axis({ scale, axis }: { scale: Scale; axis: LineChartProps['axis'] }) {
  return (
    <div className={styles.amounts} aria-hidden>
      {scale.ticks.map((tick) => (
        <span key={tick} style={{ insetBlockEnd: `${heightOf(tick, scale)}%` }}>
          {axis(tick)}
        </span>
      ))}
    </div>
  );
}
