import { Copy } from 'lucide-react';
import { copyText } from '#web/platform/forms/copy-text.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { icon } from '#web/ui/icon.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Operator.module.css';

interface SecretDialogProps {
  title: string;
  /** Undefined closes the dialog. */
  secret: string | undefined;
  onClose: () => void;
}

/** A secret, this once. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  const t = useText();
  const copy = () => copyText(secret ?? '', { copied: t('operator.copied'), failed: t('operator.copy_failed') });
  return (
    <Dialog
      open={secret !== undefined}
      title={title}
      closeLabel={t('operator.secret_stored')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <div className={flowStyles.stack}>
        <Alert tone="warning">
          <p>{t('operator.secret_once')}</p>
        </Alert>
        <p className={styles.secret} dir="ltr" translate="no">
          {secret}
        </p>
        <Button variant="primary" icon={<Copy {...icon} />} onClick={() => void copy()}>
          {t('operator.copy')}
        </Button>
      </div>
    </Dialog>
  );
}
