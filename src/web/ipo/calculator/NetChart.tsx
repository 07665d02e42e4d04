import type { IpoEstimate } from '#contract/ipo/calculator.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import styles from './NetChart.module.css';

const stepWidth = 100;
const barWidth = 56;
const height = 100;

/**
 * Profit and loss of each scenario as bars about the line of nothing. Prices rise from left to right in every language.
 * The table under it says the same, so readers of the screen are spared the drawing.
 */
export function NetChart({ scenarios }: { scenarios: IpoEstimate['scenarios'] }) {
  const format = useFormat();
  // Lengths on a screen, not money: here a float does no harm.
  const nets = scenarios.map(({ net }) => Number(net));
  const top = Math.max(0, ...nets);
  const span = top - Math.min(0, ...nets) || 1;
  const down = (net: number) => ((top - net) / span) * height;
  return (
    <div className={styles.chart} dir="ltr" aria-hidden>
      <svg viewBox={`0 0 ${stepWidth * nets.length} ${height}`} preserveAspectRatio="none">
        {scenarios.map(({ changePercent }, rank) => {
          const net = nets[rank] ?? 0;
          return (
            <rect
              key={changePercent}
              className={net < 0 ? styles.loss : styles.gain}
              x={rank * stepWidth + (stepWidth - barWidth) / 2}
              width={barWidth}
              y={down(Math.max(0, net))}
              height={Math.abs(down(net) - down(0))}
            />
          );
        })}
        <path className={styles.zero} d={`M0 ${down(0)}H${stepWidth * nets.length}`} />
      </svg>
      <p className={styles.marks}>
        {scenarios.map(({ changePercent }) => (
          <span key={changePercent}>{format.percent(changePercent, { signed: true })}</span>
        ))}
      </p>
    </div>
  );
}
