import { useState, useRef } from 'react';
import { isDefect } from '#web/ui/forms/form-errors.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useText } from '../i18n/i18n.tsx';

/**
 * What a button or switch does that is no form: once at a time, however often it is pressed, and when it fails a toast says
 * why. `<Button busy={isBusy} onClick={() => act(send)}>`
 */
export function useAsyncAction() {
  const t = useText();
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);
  const run = async (does: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    try {
      await does();
    } catch (thrown) {
      const isOurs = isDefect(thrown);
      if (isOurs) reportError(thrown);
      toast({ text: !isOurs && thrown instanceof Error ? thrown.message : t('common.went_wrong'), tone: 'negative' });
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, run: (does: () => Promise<unknown>) => void run(does) };
}
