import { useId, useState } from 'react';
import type { Overview } from '#contract/portfolio.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { scaleFor, type Scale } from './chart-scale.ts';
import { ChartLine, heightOf } from './ChartLine.tsx';
import styles from './NetWorthChart.module.css';

type Day = Overview['history'][number];

/** Noon keeps a day on its date in every zone that a reader may be in. */
const noonOf = ({ on }: Day) => `${on}T12:00`;

const least = 2;

/**
 * The value at the end of each day as a line. Time runs from left to right in every language. A slider over the line
 * reads out one day: by pointer, by finger and by arrow keys.
 */
export function NetWorthChart({ days }: { days: readonly Day[] }) {
  const t = useText();
  const format = useFormat();
  const captionId = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length < least) return null;
  const values = days.map(({ usd }) => Number(usd));
  const scale = scaleFor(Math.min(...values), Math.max(...values), 3);
  const place = Math.min(chosen ?? days.length - 1, days.length - 1);
  const day = days[place] ?? last;
  const spoken = (one: Day) =>
    t('investor.day_value', { day: format.date(noonOf(one)), amount: format.money(one.usd, 'USD') });
  return (
    <figure className={styles.figure}>
      <figcaption id={captionId} className={styles.caption}>
        {t('investor.chart_summary', {
          from: format.date(noonOf(first)),
          before: format.money(first.usd, 'USD'),
          to: format.date(noonOf(last)),
          after: format.money(last.usd, 'USD'),
        })}
      </figcaption>
      <p className={styles.reading} aria-hidden>
        <bdi>{spoken(day)}</bdi>
      </p>
      <div className={styles.chart} dir="ltr">
        <div className={styles.plot}>
          <ChartLine values={values} scale={scale} shown={place} isChosen={chosen !== null} />
          <input
            type="range"
            className={styles.slider}
            aria-label={t('investor.chart_label')}
            aria-describedby={captionId}
            aria-valuetext={spoken(day)}
            min={0}
            max={days.length - 1}
            value={place}
            onChange={(event) => setChosen(event.target.valueAsNumber)}
            onPointerMove={({ currentTarget, clientX }) => {
              const { left, width } = currentTarget.getBoundingClientRect();
              setChosen(Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * (days.length - 1)));
            }}
            onPointerLeave={() => setChosen(null)}
          />
        </div>
        <Amounts scale={scale} />
        <p className={styles.dates}>
          <bdi>{format.date(noonOf(first))}</bdi>
          <bdi>{format.date(noonOf(last))}</bdi>
        </p>
      </div>
    </figure>
  );
}

/** The values of the axis, beside their lines. */
function Amounts({ scale }: { scale: Scale }) {
  const format = useFormat();
  return (
    <div className={styles.amounts} aria-hidden>
      {scale.ticks.map((tick) => (
        <span key={tick} style={{ insetBlockEnd: `${heightOf(tick, scale)}%` }}>
          {format.number(tick)}
        </span>
      ))}
    </div>
  );
}
