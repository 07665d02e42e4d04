import { useText } from '#web/platform/i18n/i18n.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Shows recovery codes until the client confirms that they are saved. */
export function StoreCodesDialog({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const t = useText();
  return (
    <Dialog
      open={codes.length > 0}
      title={t('profile.recovery_title')}
      closeLabel={t('profile.codes_stored')}
      loadingText={t('common.loading')}
      onClear={onStored}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
