import { useState } from 'react';
import { useText } from '#web/platform/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useEndSessions } from './use-end-sessions.ts';

/** Ends every session but this one, after asking. */
export function EndOthers({ count }: { count: number }) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, end } = useEndSessions();
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setIsAsking(true)}>
        {t('settings.end_others')}
      </Button>
      <Dialog
        open={isAsking}
        title={t('settings.end_others_title')}
        closeLabel={t('common.m167_close')}
        loadingText={t('common.loading')}
        confirmText={t('settings.end_others')}
        busy={isBusy}
        onClear={() => setIsAsking(false)}
        onConfirm={() => end({}, { onSettled: () => setIsAsking(false) })}
      >
        <p>{t('settings.end_others_text', { count })}</p>
      </Dialog>
    </>
  );
}
