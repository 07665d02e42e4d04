import { Copy } from 'lucide-react';
import { copyText } from './copy-text.ts';
import { useText } from '../i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './CopyableLine.module.css';

/** A figure that has to be typed elsewhere without a slip, with a button that copies it where the browser may. */
export function CopyableLine({ label, value }: { label: string; value: string }) {
  const t = useText();
  const isCopied = { copied: t('common.copied', { label }), failed: t('common.copy_failed') };
  return (
    <span className={styles.line}>
      <bdi className={styles.value}>{value}</bdi>
      <IconButton label={t('common.copy', { label })} onClick={() => void copyText(value, isCopied)}>
        <Copy {...icon} />
      </IconButton>
    </span>
  );
}
