import type { RecordTotals } from '#contract/trading/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { Totals } from '#web/ui/figures/Totals.tsx';

interface TotalsOfRecordsProps {
  /** What is counted. */
  label: string;
  totals: RecordTotals;
  currency: string;
}

/** How many records there are, and what they come to: each cost for itself, then all together. */
export function TotalsOfRecords({ label, totals, currency }: TotalsOfRecordsProps) {
  const t = useText();
  const format = useFormat();
  const costs = (['commission', 'swap', 'fee'] as const).filter((name) => name !== 'fee' || /[1-9]/.test(totals.fee));
  return (
    <Totals
      items={[
        { term: label, details: format.number(totals.count) },
        { term: t('trading.volume'), details: <bdi>{format.price(totals.volume)}</bdi> },
        ...costs.map((name) => ({
          term: t(`trading.${name}`),
          details: <Sum amount={totals[name]} currency={currency} />,
        })),
        { term: t('trading.profit'), details: <Movement amount={totals.profit} currency={currency} /> },
        { term: t('trading.net'), details: <Movement amount={totals.net} currency={currency} /> },
        ...(/[1-9]/.test(totals.cash)
          ? [{ term: t('trading.cash'), details: <Sum amount={totals.cash} currency={currency} /> }]
          : []),
      ]}
    />
  );
}
