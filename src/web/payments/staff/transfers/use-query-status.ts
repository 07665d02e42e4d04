import { useMutation } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshTransfers } from './transfer-queries.ts';

/** Queries the platform about a transfer, and shows its response. */
export function useQueryStatus(transferId: string): { request: () => void; busy: boolean } {
  const t = useText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /api/staff/transfers/query-status', { body: { transfer_id: transferId } }),
    onSuccess: ({ outcome }) => toast({ text: t(`payments.transfer_outcome_${outcome}`) }),
    onError: (error) => toast({ text: error instanceof ApiError ? error.message : t('common.went_wrong') }),
    onSettled: refreshTransfers,
  });
  return { request: () => mutate(), busy: isPending };
}
