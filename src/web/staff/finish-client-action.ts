import { refreshProposals } from '#web/approvals/approvals-query.ts';
import { toast } from '#web/ui/toast.ts';

/** What a finished act on a client says, once every list with clients in it, and what waits of them, is asked for anew. */
export async function finishClientAct(text: string, onClose: () => void): Promise<void> {
  onClose();
  await refreshProposals();
  toast({ text });
}
