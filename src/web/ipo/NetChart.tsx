import type { IpoEstimate } from '#contract/ipo-calculator.ts';
import { useFormat } from '#web/platform/format.ts';
import styles from './Ipo.module.css';

const width = 600;
const height = 170;
const foot = 22;
const gap = 0.3;

/**
 * Profit and loss of each scenario as bars about the line of nothing. Prices rise from left to right in every language.
 * The table under it says the same, so readers are spared the drawing.
 */
export function NetChart({ scenarios }: { scenarios: IpoEstimate['scenarios'] }) {
  const format = useFormat();
  // Lengths of bars are pixels, not money: here a float does no harm.
  const nets = scenarios.map(({ net }) => Number(net));
  const top = Math.max(0, ...nets);
  const bottom = Math.min(0, ...nets);
  const scale = (height - foot - 8) / (top - bottom || 1);
  const zero = 4 + top * scale;
  const step = width / scenarios.length;
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} direction="ltr" aria-hidden>
      {scenarios.map(({ changePercent }, index) => {
        const net = nets[index] ?? 0;
        const length = Math.abs(net) * scale;
        return (
          <g key={changePercent}>
            <rect
              className={net < 0 ? styles.loss : styles.gain}
              x={(index + gap / 2) * step}
              width={step * (1 - gap)}
              y={net < 0 ? zero : zero - length}
              height={Math.max(1, length)}
              rx="2"
            />
            <text className={styles.mark} x={(index + 0.5) * step} y={height - 6}>
              {format.percent(changePercent, { signed: true })}
            </text>
          </g>
        );
      })}
      <line className={styles.axis} x1="0" x2={width} y1={zero} y2={zero} />
    </svg>
  );
}
