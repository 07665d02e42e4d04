import { useText } from '#web/platform/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './TermsDialog.module.css';

const parts = ['profile', 'password', 'risk', 'advice', 'data', 'contract'] as const;

/** The terms that Atrium comes with, as far as they hold for every operator; his own stand in the catalogue instead. */
export function TermsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog
      open={isOpen}
      title={t('auth.terms_title')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <div className={styles.terms}>
        {parts.map((part) => (
          <section key={part}>
            <h3>{t(`auth.terms_${part}_title`)}</h3>
            <p>{t(`auth.terms_${part}_text`, { app: windowConfig.appName })}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
