import { useText } from '#web/platform/i18n/i18n.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Shows recovery codes until the client says that he has them. */
export function KeepCodesDialog({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useText();
  return (
    <Dialog
      open={codes.length > 0}
      title={t('settings.recovery_title')}
      closeLabel={t('settings.codes_kept')}
      loadingText={t('common.loading')}
      onClear={onKept}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
