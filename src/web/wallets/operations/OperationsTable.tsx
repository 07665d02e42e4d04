import type { ListedOperation } from '#contract/wallets/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Flow, Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useAskSupportColumn } from '#web/support/AskSupport.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Sign } from '#web/ui/rows/Row.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Explained.module.css';
import { operationSigns } from '../operation-signs.tsx';
import { OperationReference } from './OperationReference.tsx';

interface OperationsTableProps {
  operations: readonly ListedOperation[];
  currency: string;
  onOpen: (id: string) => void;
}

/** Movements of one wallet in its `currency`, with the balance that each left behind; each opens. */
export function OperationsTable({ operations, currency, onOpen }: OperationsTableProps) {
  const t = useText();
  const request = useAskSupportColumn<ListedOperation>(({ id, kind }) => ({
    type: 'operation',
    id,
    name: t(`wallets.kind_${kind}`),
  }));
  const columns: Column<ListedOperation>[] = [
    { key: 'at', header: t('wallets.at'), bare: true, cell: ({ at }) => <DateTime at={at} as="brief" /> },
    {
      key: 'kind',
      header: t('wallets.operation'),
      leads: true,
      cell: (operation) => <Kind operation={operation} onOpen={() => onOpen(operation.id)} />,
    },
    {
      key: 'amount',
      header: t('wallets.amount'),
      numeric: true,
      cell: ({ amount }) => <Flow amount={amount} currency={currency} />,
    },
    {
      key: 'balance_after',
      header: t('wallets.balance_after'),
      numeric: true,
      wide: true,
      cell: ({ balance_after }) => <Sum amount={balance_after} currency={currency} />,
    },
    request,
  ];
  return (
    <DataTable
      caption={t('wallets.operations_title')}
      columns={columns}
      rows={operations}
      rowKey={({ id }) => id}
      sign={({ kind }) => <Sign>{operationSigns[kind]}</Sign>}
    />
  );
}

/** The kind of a movement, with its reason and its other side. */
function Kind({ operation, onOpen }: { operation: ListedOperation; onOpen: () => void }) {
  const t = useText();
  const { kind, reason, reference, other_currency: other, amount } = operation;
  const direction = amount.startsWith('-') ? 'to' : 'from';
  return (
    <>
      <Button variant="quiet" size="small" className={styles.name} onClick={onOpen}>
        {t(`wallets.kind_${kind}`)}
      </Button>
      {other && <p className={textStyles.soft}>{t(`wallets.converted_${direction}`, { currency: other })}</p>}
      {reason && (
        <p className={textStyles.soft} dir="auto">
          {reason}
        </p>
      )}
      <OperationReference reference={reference} />
    </>
  );
}
