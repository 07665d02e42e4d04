import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { copyText } from '#web/platform/forms/copy-text.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from './IssuedLink.module.css';

/** The link that was just issued. Where the browser refuses to copy, it is selected for a copy by hand. */
export function IssuedLink({ link, expiresAt }: { link: string; expiresAt: string }) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    const isCopied = await copyText(link, { copied: t('staff.copied'), failed: t('staff.copy_failed') });
    if (!isCopied) field.current?.select();
  };
  return (
    <div className={styles.issued}>
      <Alert tone="warning" role="status" title={t('staff.issued')}>
        <p>
          <DateTime at={expiresAt} within="staff.link_expires" />
        </p>
      </Alert>
      <TextField
        ref={field}
        label={t('staff.link')}
        value={link}
        readOnly
        dir="ltr"
        onFocus={(event) => event.target.select()}
      />
      <Button variant="primary" icon={<Copy {...icon} />} onClick={() => void copy()}>
        {t('staff.copy')}
      </Button>
    </div>
  );
}
