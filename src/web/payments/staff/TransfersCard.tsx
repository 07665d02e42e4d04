import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StuckTransfer } from '#contract/trading/staff-transfers.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { DecideTransferDialog } from './transfers/DecideTransferDialog.tsx';
import { ProposedAction } from './transfers/ProposedAction.tsx';
import { ProposeOutcomeDialog } from './transfers/ProposeOutcomeDialog.tsx';
import { stuckTransfersQuery } from './transfers/transfer-queries.ts';
import { useQueryStatus } from './transfers/use-query-status.ts';

type Chosen = { action: 'propose' | 'decide'; transfer: StuckTransfer } | null;

/** Transfers whose outcome the platform has not reported; hidden without any. */
export function TransfersCard() {
  const t = useText();
  const query = useInfiniteQuery(stuckTransfersQuery);
  const [chosen, setChosen] = useState<Chosen>(null);
  const rows = query.data?.pages.flatMap(({ transfers }) => transfers) ?? [];
  if (rows.length === 0) return null;
  const columns: Column<StuckTransfer>[] = [
    { key: 'what', header: t('payments.transfer'), cell: (transfer) => <What transfer={transfer} /> },
    { key: 'client', header: t('payments.client'), cell: ({ client }) => <bdi>{client.name}</bdi> },
    { key: 'known', header: t('payments.transfer_known'), cell: (transfer) => <Known transfer={transfer} /> },
    {
      key: 'amount',
      header: t('payments.amount'),
      numeric: true,
      cell: ({ amount, currency }) => <Sum amount={amount} currency={currency} />,
    },
    {
      key: 'acts',
      header: t('payments.actions'),
      cell: (transfer) => <Actions transfer={transfer} onChoose={(action) => setChosen({ action, transfer })} />,
    },
  ];
  const close = () => setChosen(null);
  return (
    <Card
      title={t('payments.transfers_title')}
      flush
      actions={<CsvButton small action={() => download('GET /api/staff/transfers/file', {})} />}
    >
      <DataTable caption={t('payments.transfers_title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
      <MoreButton query={query} />
      {chosen?.action === 'propose' && <ProposeOutcomeDialog transfer={chosen.transfer} onClose={close} />}
      {chosen?.action === 'decide' && <DecideTransferDialog transfer={chosen.transfer} onClose={close} />}
    </Card>
  );
}

function What({ transfer: { direction, trading_account_id: number, created_at } }: { transfer: StuckTransfer }) {
  const t = useText();
  return (
    <>
      {t(`payments.transfer_${direction}`, { number })}
      <p className={textStyles.soft}>
        <RelativeTime at={created_at} />
      </p>
    </>
  );
}

/** When the platform was queried, and what a colleague says. */
function Known({ transfer: { requested_at, approval_request: approvalRequest } }: { transfer: StuckTransfer }) {
  const t = useText();
  return (
    <>
      {approvalRequest && <ProposedAction approvalRequest={approvalRequest} />}
      <p className={textStyles.soft}>
        {requested_at ? (
          <RelativeTime at={requested_at} within="payments.transfer_queried" />
        ) : (
          t('payments.transfer_not_queried')
        )}
      </p>
    </>
  );
}

interface ActionsProps {
  transfer: StuckTransfer;
  onChoose: (action: 'propose' | 'decide') => void;
}

function Actions({ transfer: { id, actions }, onChoose }: ActionsProps) {
  const t = useText();
  const { request, busy } = useQueryStatus(id);
  return (
    <div className={flowStyles.row}>
      {actions.map((action) => (
        <Button
          key={action}
          busy={action === 'query_status' && busy}
          onClick={() => (action === 'query_status' ? request() : onChoose(action))}
        >
          {t(`payments.transfer_action_${action}`)}
        </Button>
      ))}
    </div>
  );
}
