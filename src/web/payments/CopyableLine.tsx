import { Copy } from 'lucide-react';
import { useText } from '#web/platform/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './CopyableLine.module.css';

/** A figure that has to be typed elsewhere without a slip, with a button that copies it where the browser may. */
export function CopyableLine({ label, value }: { label: string; value: string }) {
  const t = useText();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast({ text: t('payments.copied', { label }) });
    } catch {
      toast({ text: t('payments.copy_failed'), tone: 'negative' });
    }
  };
  return (
    <span className={styles.line}>
      <bdi className={styles.value}>{value}</bdi>
      <IconButton label={t('payments.copy', { label })} onClick={() => void copy()}>
        <Copy {...icon} />
      </IconButton>
    </span>
  );
}
