import type { ResponseOf } from '#contract/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Money } from '#web/platform/i18n/Money.tsx';
import { Totals } from '#web/ui/figures/Totals.tsx';

/** What all lines that meet the filter add up to, by currency, those on later pages too. */
export function HistoryTotals({ totals }: { totals: ResponseOf<'POST /api/ipo/history'>['totals'] }) {
  const t = useText();
  return totals.map(({ currency, invested, proceeds, fees, result }) => {
    const figures = [
      { term: t('ipo.invested'), details: <Money amount={invested} currency={currency} /> },
      { term: t('ipo.proceeds'), details: <Money amount={proceeds} currency={currency} /> },
      { term: t('ipo.fees'), details: <Money amount={fees} currency={currency} /> },
      { term: t('ipo.result_of_sales'), details: <Movement amount={result} currency={currency} /> },
    ];
    return <Totals key={currency} items={figures} />;
  });
}
