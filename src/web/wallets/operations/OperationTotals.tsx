import type { OperationsPage } from '#contract/wallets/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
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
  const signed = (amount: string) => format.money(amount, currency, { signed: true });
  return (
    <Totals
      items={[
        { term: t('wallets.operations_title'), details: format.number(count) },
        {
          term: t('wallets.totals_in'),
          details: <Delta text={signed(came)} trend={/[1-9]/.test(came) ? 'up' : 'flat'} />,
        },
        {
          term: t('wallets.totals_out'),
          details: <Delta text={signed(`-${went}`)} trend={/[1-9]/.test(went) ? 'down' : 'flat'} />,
        },
      ]}
    />
  );
}
