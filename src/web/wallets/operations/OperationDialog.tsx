import { skipToken, useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { OperationDetails } from './OperationDetails.tsx';
import { operationQuery } from '../wallet-queries.ts';

interface OperationDialogProps {
  walletId: string;
  /** The operation to show; none closes the dialog. */
  operationId: string | null;
  onClose: () => void;
}

/** One operation opened into its postings and what is behind it. */
export function OperationDialog({ walletId, operationId, onClose }: OperationDialogProps) {
  const t = useText();
  const options = operationQuery(walletId, operationId ?? '');
  const query = useQuery(operationId === null ? { ...options, queryFn: skipToken } : options);
  return (
    <Dialog
      open={operationId !== null}
      wide
      title={query.data ? t(`wallets.kind_${query.data.kind}`) : t('wallets.operation')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <Async query={query} skeleton={<SkeletonRows count={4} />}>
        {(operation) => <OperationDetails operation={operation} />}
      </Async>
    </Dialog>
  );
}
