import { toast } from '#web/ui/toast.ts';

/** Copies where the browser may, and says so; answers whether it did. */
export async function copyText(value: string, says: { copied: string; failed: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    toast({ text: says.copied });
    return true;
  } catch {
    toast({ text: says.failed, tone: 'negative' });
    return false;
  }
}
