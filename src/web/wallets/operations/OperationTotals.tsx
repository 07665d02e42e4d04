import type { OperationsPage } from '#contract/wallets/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Flow } from '#web/platform/i18n/Money.tsx';
import { Totals } from '#web/ui/figures/Totals.tsx';

/** What all operations that meet the filter add up to. */
export function OperationTotals({
  totals: { count, in: came, out: went },
  currency,
}: {
  totals: NonNullable<OperationsPage['totals']>;
  currency: string;
}) {
  const t = useText();
  const format = useFormat();
  return (
    <Totals
      items={[
        { term: t('wallets.operations_title'), details: format.number(count) },
        {
          term: t('wallets.totals_in'),
          details: <Flow amount={came} currency={currency} />,
        },
        {
          term: t('wallets.totals_out'),
          details: <Flow amount={`-${went}`} currency={currency} />,
        },
      ]}
    />
  );
}
