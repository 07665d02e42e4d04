import { Copy, Download, Printer } from 'lucide-react';
import { copyText } from '#web/platform/forms/copy-text.ts';
import { save } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Factor.module.css';

/** The codes, this once, with every way to keep them that a browser has. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useText();
  const label = t('profile.recovery_title');
  const file = `${windowConfig.appName}: ${label}\n\n${codes.join('\n')}\n`;
  const isCopied = { copied: t('common.copied', { label }), failed: t('common.copy_failed') };
  const download = () => save(new Blob([file], { type: 'text/plain' }), `${windowConfig.appName}-recovery-codes.txt`);
  return (
    <div className={flowStyles.stack}>
      <p>{t('profile.recovery_text')}</p>
      <ul className={styles.codes} aria-label={label}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={flowStyles.row}>
        <Button size="small" icon={<Copy {...icon} />} onClick={() => void copyText(codes.join('\n'), isCopied)}>
          {t('profile.copy_codes')}
        </Button>
        <Button size="small" icon={<Download {...icon} />} onClick={download}>
          {t('profile.download_codes')}
        </Button>
        <Button size="small" icon={<Printer {...icon} />} onClick={() => window.print()}>
          {t('profile.print_codes')}
        </Button>
      </div>
    </div>
  );
}
