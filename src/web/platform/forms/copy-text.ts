import { toast } from '#web/ui/feedback/toast.ts';

/** Copies where the browser allows it, and shows the result; returns whether it did. */
export async function copyText(value: string, isCopied: { copied: string; failed: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    toast({ text: isCopied.copied });
    return true;
  } catch {
    toast({ text: isCopied.failed, tone: 'negative' });
    return false;
  }
}
