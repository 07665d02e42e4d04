import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useProofInput } from '#web/platform/session/proof-request.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** Asks for the proof that a call waits for, over whatever screen or dialog made it. */
export function ProofHost() {
  const t = useText();
  const filter = useProofInput();
  return (
    <ProofDialog
      open={filter !== null}
      title={t('profile.proof_title')}
      text={t('profile.proof_text')}
      confirmText={t('profile.proof_confirm')}
      action={async (proof) => {
        await call('POST /api/session/prove', { body: proof });
        filter?.settle(true);
      }}
      onClose={() => filter?.settle(false)}
    />
  );
}
