import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StuckTransfer } from '#contract/transfers-staff.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Distance } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import styles from '../PaymentForms.module.css';
import { DecideTransferDialog } from './DecideTransferDialog.tsx';
import { Proposal } from './ProposedAction.tsx';
import { ProposeOutcomeDialog } from './ProposeOutcomeDialog.tsx';
import { stuckTransfersQuery } from './transfer-queries.ts';
import { useAskAgain } from './use-query-status.ts';

type Chosen = { act: 'propose' | 'decide'; transfer: StuckTransfer } | null;

/** Transfers of which the platform has not told what became; nothing while there is none. */
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
      header: t('payments.acts'),
      cell: (transfer) => <Acts transfer={transfer} onChoose={(act) => setChosen({ act, transfer })} />,
    },
  ];
  const close = () => setChosen(null);
  return (
    <Card
      title={t('payments.transfers_title')}
      flush
      actions={<CsvButton small act={() => download('GET /api/staff/transfers/file', {})} />}
    >
      <DataTable caption={t('payments.transfers_title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
      <MoreButton query={query} />
      {chosen?.act === 'propose' && <ProposeOutcomeDialog transfer={chosen.transfer} onClose={close} />}
      {chosen?.act === 'decide' && <DecideTransferDialog transfer={chosen.transfer} onClose={close} />}
    </Card>
  );
}

function What({ transfer: { direction, trading_account_id: number, created_at } }: { transfer: StuckTransfer }) {
  const t = useText();
  return (
    <>
      {t(`payments.transfer_${direction}`, { number })}
      <p className={styles.soft}>
        <Distance at={created_at} />
      </p>
    </>
  );
}

/** When the platform was asked, and what a colleague says. */
function Known({ transfer: { asked_at, proposal } }: { transfer: StuckTransfer }) {
  const t = useText();
  return (
    <>
      {proposal && <Proposal proposal={proposal} />}
      <p className={styles.soft}>
        {asked_at ? <Distance at={asked_at} within="payments.transfer_asked" /> : t('payments.transfer_not_asked')}
      </p>
    </>
  );
}

interface ActsProps {
  transfer: StuckTransfer;
  onChoose: (act: 'propose' | 'decide') => void;
}

function Acts({ transfer: { id, acts }, onChoose }: ActsProps) {
  const t = useText();
  const { ask, busy } = useAskAgain(id);
  return (
    <div className={styles.buttons}>
      {acts.map((act) => (
        <Button key={act} busy={act === 'ask' && busy} onClick={() => (act === 'ask' ? ask() : onChoose(act))}>
          {t(`payments.transfer_act_${act}`)}
        </Button>
      ))}
    </div>
  );
}
