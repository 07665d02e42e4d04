import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ProofDialog } from './factor/ProofDialog.tsx';
import { useEndSessions } from './use-end-sessions.ts';

/** Ends every session but this one, after a proof. */
export function EndOthers({ count }: { count: number }) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const end = useEndSessions();
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setIsAsking(true)}>
        {t('settings.end_others')}
      </Button>
      <ProofDialog
        open={isAsking}
        title={t('settings.end_others_title')}
        text={t('settings.end_others_text', { count })}
        confirmText={t('settings.end_others')}
        act={async (proof) => {
          await end(proof);
          setIsAsking(false);
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
