import type { StuckTransfer } from '#contract/trading/staff-transfers.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';

/** Which transfer a dialog is about. */
export function TransferFacts({ transfer }: { transfer: StuckTransfer }) {
  const t = useText();
  const { direction, client, amount, currency, trading_account_id: number } = transfer;
  return (
    <DescriptionList
      items={[
        { term: t('payments.client'), details: <bdi>{client.name}</bdi> },
        { term: t('payments.transfer'), details: t(`payments.transfer_${direction}`, { number }) },
        { term: t('payments.amount'), details: <Sum amount={amount} currency={currency} /> },
      ]}
    />
  );
}
