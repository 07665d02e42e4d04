import type { EquityCurve } from '#contract/trading/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useNearDay } from '#web/platform/i18n/near-day.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { LineChart } from '#web/platform/charts/LineChart.tsx';

/** Equity at the end of each day as a line; nothing before there are two days. */
export function EquityChart({ curve: { currency, points } }: { curve: EquityCurve }) {
  const t = useText();
  const format = useFormat();
  const dayText = useNearDay();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return null;
  const money = (amount: string) => format.symbol(amount, currency);
  return (
    <LineChart
      days={points}
      values={points.map(({ equity }) => Number(equity))}
      compared={points.map(({ capital }) => Number(capital))}
      label={t('trading.equity_label')}
      hasSpokenSummary
      summary={t('trading.equity_summary', {
        from: dayText(first.on),
        before: money(first.equity),
        to: dayText(last.on),
        after: money(last.equity),
      })}
      spoken={(index) => {
        const { on, equity, capital } = points[index] ?? last;
        return t('investor.day_capital', { day: dayText(on), amount: money(equity), capital: money(capital) });
      }}
      axis={(tick) => format.symbol(String(tick), currency, { short: true })}
      legend={[t('trading.equity'), t('investor.capital')]}
    />
  );
}
