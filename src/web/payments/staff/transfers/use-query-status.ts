import { call } from '#web/platform/api/api.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshTransfers } from './transfer-queries.ts';

/** Queries the platform about a transfer, and shows its response. */
export function useQueryStatus(transferId: string): { request: () => void; busy: boolean } {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const request = () =>
    run(async () => {
      try {
        const { outcome } = await call('POST /api/staff/transfers/query-status', { body: { transfer_id: transferId } });
        toast({ text: t(`payments.transfer_outcome_${outcome}`) });
      } finally {
        await refreshTransfers();
      }
    });
  return { request, busy: isBusy };
}
