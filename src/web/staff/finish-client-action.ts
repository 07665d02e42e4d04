import { refreshApprovalRequests } from '#web/approvals/approvals-query.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/**
 * The message of a finished action on a client, once every list with clients, and with their pending work, is
 * refetched.
 */
export async function finishClientAction(text: string, onClose: () => void): Promise<void> {
  onClose();
  await refreshApprovalRequests();
  toast({ text });
}
