import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './SignInLinkDialog.module.css';

/** The link that was just issued. Where the browser refuses to copy, it is selected for a copy by hand. */
export function IssuedLink({ link, expiresAt }: { link: string; expiresAt: string }) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast({ text: t('staff.copied') });
    } catch {
      field.current?.select();
      toast({ text: t('staff.copy_failed'), tone: 'negative' });
    }
  };
  return (
    <div className={styles.form}>
      <Alert tone="warning" role="status" title={t('staff.issued')}>
        <p>
          <When at={expiresAt} within="staff.link_expires" />
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
