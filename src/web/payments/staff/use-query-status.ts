import { useMutation } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshTransfers } from './transfer-queries.ts';

/** Asks the platform about a transfer, and says what it told. */
export function useAskAgain(transferId: string): { ask: () => void; busy: boolean } {
  const t = useText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /api/staff/transfers/ask', { body: { transfer_id: transferId } }),
    onSuccess: ({ told }) => toast({ text: t(`payments.transfer_told_${told}`) }),
    onError: (error) => toast({ text: error instanceof ApiError ? error.message : t('common.went_wrong') }),
    onSettled: refreshTransfers,
  });
  return { ask: () => mutate(), busy: isPending };
}
