import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useProofWish } from '#web/platform/proof-wish.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** Asks for the proof that a call waits for, over whatever screen or dialog made it. */
export function ProofHost() {
  const t = useText();
  const wish = useProofWish();
  return (
    <ProofDialog
      open={wish !== null}
      title={t('settings.proof_title')}
      text={t('settings.proof_text')}
      confirmText={t('settings.proof_confirm')}
      act={async (proof) => {
        await call('POST /api/session/prove', { body: proof });
        wish?.settle(true);
      }}
      onClose={() => wish?.settle(false)}
    />
  );
}
