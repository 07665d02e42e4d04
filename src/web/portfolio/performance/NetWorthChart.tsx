import type { Performance } from '#contract/portfolio/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useNearDay } from '#web/platform/i18n/near-day.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { LineChart } from '#web/platform/charts/LineChart.tsx';

type Day = Pick<Performance['points'][number], 'on' | 'usd' | 'capital'>;

/** What everything was worth at the end of each day. */
export function NetWorthChart({ days }: { days: readonly Day[] }) {
  const t = useText();
  const format = useFormat();
  const dayText = useNearDay();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length < 2) return null;
  const money = ({ usd }: Day) => format.symbol(usd, 'USD');
  return (
    <LineChart
      days={days}
      values={days.map(({ usd }) => Number(usd))}
      compared={days.map(({ capital }) => Number(capital))}
      label={t('investor.chart_label')}
      hasSpokenSummary
      summary={t('investor.chart_summary', {
        from: dayText(first.on),
        before: money(first),
        to: dayText(last.on),
        after: money(last),
      })}
      spoken={(index) => {
        const day = days[index] ?? last;
        const capital = format.symbol(day.capital, 'USD');
        return t('investor.day_capital', { day: dayText(day.on), amount: money(day), capital });
      }}
      axis={(tick) => format.symbol(String(tick), 'USD', { short: true })}
      legend={[t('investor.worth_title'), t('investor.capital')]}
    />
  );
}
