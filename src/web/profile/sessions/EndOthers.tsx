import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ProofDialog } from '../factor/ProofDialog.tsx';
import { useEndSessions } from './use-end-sessions.ts';

/** Ends every session but this one, after a proof. */
export function EndOthers({ count }: { count: number }) {
  const t = useText();
  const [isConfirming, setIsConfirming] = useState(false);
  const end = useEndSessions();
  return (
    <>
      <Button size="small" onClick={() => setIsConfirming(true)}>
        {t('profile.end_others')}
      </Button>
      <ProofDialog
        open={isConfirming}
        title={t('profile.end_others_title')}
        text={t('profile.end_others_text', { count })}
        confirmText={t('profile.end_others')}
        action={async (proof) => {
          await end(proof);
          setIsConfirming(false);
        }}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
