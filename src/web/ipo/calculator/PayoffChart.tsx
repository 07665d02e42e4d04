import { useState } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Calculated } from './input.ts';
import styles from './PayoffChart.module.css';

interface PayoffChartProps {
  result: Calculated;
  onPrice: (price: string) => void;
}

/**
 * What a sale brings at every price, with the price of the sale as a point to drag: the slider lies over the whole drawing, so
 * mouse, finger and keys move it. Prices rise from left to right in every language.
 */
export function PayoffChart({ result: { estimate, currency, payoff }, onPrice }: PayoffChartProps) {
  const t = useText();
  const format = useFormat();
  const { step, points } = payoff;
  // A price that was typed beyond the usual end would take the end with it while it is dragged back.
  const [held, setHeld] = useState<string>();
  const max = held !== undefined && Number(held) > Number(payoff.max) ? held : payoff.max;
  // Lengths on a screen, not money: here a float does no harm.
  const nets = points.map(({ net }) => Number(net));
  const top = Math.max(0, ...nets);
  const span = top - Math.min(0, ...nets) || 1;
  const across = (price: string) => (Number(price) / Number(max)) * 100;
  const down = (net: number) => ((top - net) / span) * 100;
  const priceText = (price: string) => format.symbol(price, currency);
  const line = points.map(({ price }, rank) => `${across(price)},${down(nets[rank] ?? 0)}`).join(' ');
  const zero = down(0);
  const at = { insetInlineStart: `${across(estimate.price)}%` };
  const { breakEvenPrice } = estimate;
  const showsBend = breakEvenPrice !== null && points.length > 2;
  return (
    <div>
      <div className={styles.frame} dir="ltr">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <clipPath id="payoff-gain">
            <rect width="100" height={zero + 10} y="-10" />
          </clipPath>
          <clipPath id="payoff-loss">
            <rect width="100" height={110 - zero} y={zero} />
          </clipPath>
          {(['gain', 'loss'] as const).map((part) => (
            <g key={part} className={styles[part]} clipPath={`url(#payoff-${part})`}>
              <polygon points={`0,${zero} ${line} ${across(payoff.max)},${zero}`} />
              <polyline points={line} />
            </g>
          ))}
          <path className={styles.zero} d={`M0 ${zero}H100`} />
        </svg>
        {showsBend && (
          <span
            className={styles.bend}
            style={{ insetInlineStart: `${across(breakEvenPrice)}%`, insetBlockStart: `${zero}%` }}
          />
        )}
        <span className={styles.guide} style={at} />
        <input
          type="range"
          className={styles.slider}
          aria-label={t('ipo.slide', { label: t('ipo.input_exitPrice') })}
          aria-valuetext={`${priceText(estimate.price)}. ${t('ipo.spoken_result', {
            net: format.symbol(estimate.net, currency, { signed: true }),
            percent: format.change(estimate.returnOnInvestedPercent ?? '0'),
          })}`}
          min="0"
          max={max}
          step={step}
          value={estimate.price}
          onPointerDown={() => setHeld(max)}
          onPointerUp={() => setHeld(undefined)}
          onPointerCancel={() => setHeld(undefined)}
          onChange={(event) => onPrice(event.target.value)}
        />
        <span className={styles.handle} style={{ ...at, insetBlockStart: `${down(Number(estimate.net))}%` }} />
      </div>
      <p className={styles.marks} dir="ltr">
        <bdi>{priceText('0')}</bdi>
        <bdi>{priceText(max)}</bdi>
      </p>
      <p className={styles.hint}>
        <span>{t('ipo.payoff_hint')}</span>
        {breakEvenPrice !== null && (
          <span>
            {format.label(t('ipo.break_even'))}
            <bdi>{priceText(breakEvenPrice)}</bdi>
          </span>
        )}
      </p>
    </div>
  );
}
