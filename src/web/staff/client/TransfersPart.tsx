import type { ClientTransfer } from '#contract/staff/client-lists.ts';
import type { TransferState } from '#contract/trading/transfer-names.ts';
import { call } from '#web/platform/api/api.ts';
import { CopyableLine } from '#web/platform/forms/CopyableLine.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Flow, Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import type { Tone } from '#web/ui/tone.ts';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import { PartCard, partQuery } from './PartCard.tsx';

const tones: Record<TransferState, Tone> = {
  pending: 'others',
  completed: 'neutral',
  rejected: 'negative',
  needs_reconciliation: 'warning',
};

/** Transfers between the client's wallets and trading accounts, with what each side got by the ledger. */
export function TransfersPart({ id }: { id: string }) {
  const t = useText();
  const side = (key: 'wallet_amount' | 'account_amount', header: string): Column<ClientTransfer> => ({
    key,
    header,
    numeric: true,
    cell: ({ [key]: amount, currency }) => (amount === null ? '–' : <Flow amount={amount} currency={currency} />),
  });
  return (
    <PartCard
      title={t('staff.transfers')}
      query={partQuery('transfers', id, (body) => call('POST /api/staff/clients/transfers', { body }))}
      save={() => download('GET /api/staff/clients/transfers/file', { query: { client_id: id } })}
      columns={[
        { key: 'what', header: t('payments.transfer'), bare: true, cell: (transfer) => <What transfer={transfer} /> },
        {
          key: 'state',
          header: t('staff.state'),
          cell: ({ state }) => <State tone={tones[state]}>{t(`staff.transfer_${state}`)}</State>,
        },
        {
          key: 'amount',
          header: t('payments.amount'),
          numeric: true,
          cell: ({ amount, currency }) => <Sum amount={amount} currency={currency} />,
        },
        side('wallet_amount', t('staff.transfer_wallet')),
        side('account_amount', t('staff.transfer_account')),
        {
          key: 'operation',
          header: t('staff.transfer_operation'),
          cell: ({ transaction_id: operation }) =>
            operation ? (
              <span className={textStyles.soft}>
                <CopyableLine label={t('staff.transfer_operation')} value={operation} />
              </span>
            ) : (
              '–'
            ),
        },
      ]}
    />
  );
}

function What({ transfer: { direction, trading_account_id: number, at } }: { transfer: ClientTransfer }) {
  const t = useText();
  return (
    <>
      {t(`payments.transfer_${direction}`, { number })}
      <p className={textStyles.soft}>
        <DateTime at={at} as="brief" />
      </p>
    </>
  );
}
