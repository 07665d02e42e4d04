import type { ResponseOf } from '#contract/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { Totals } from '#web/ui/figures/Totals.tsx';

/** What all lines that meet the filter add up to, by currency, those on later pages too: what was realised first. */
export function HistoryTotals({ totals }: { totals: ResponseOf<'POST /api/ipo/history'>['totals'] }) {
  const t = useText();
  const moved = totals.filter(({ invested, proceeds, fees }) =>
    [invested, proceeds, fees].some((sum) => Number(sum) !== 0),
  );
  return moved.map(({ currency, invested, proceeds, fees, result }) => (
    <Totals
      key={currency}
      items={[
        { term: t('ipo.result_of_sales'), details: <Movement amount={result} currency={currency} /> },
        { term: t('ipo.invested'), details: <Sum amount={invested} currency={currency} /> },
        { term: t('ipo.proceeds'), details: <Sum amount={proceeds} currency={currency} /> },
        { term: t('ipo.fees'), details: <Sum amount={fees} currency={currency} /> },
      ]}
    />
  ));
}
