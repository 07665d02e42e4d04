import { queries } from '#web/platform/queries.ts';
import { toast } from '#web/ui/toast.ts';

/** What a finished act on a client says, once every list with clients in it is asked for anew. */
export async function finishClientAct(text: string, onClose: () => void): Promise<void> {
  onClose();
  await Promise.all(['clients', 'team'].map((list) => queries.invalidateQueries({ queryKey: [list] })));
  toast({ text });
}
