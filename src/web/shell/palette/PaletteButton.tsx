import { Search } from 'lucide-react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './PaletteButton.module.css';

/** The way into the palette in the bar; its tooltip names the key, which a `wide` one shows. On phones the menu has one instead. */
export function PaletteButton({ wide = false }: { wide?: boolean }) {
  const t = useText();
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  const keys = isApple ? '⌘ K' : 'Ctrl K';
  const way = {
    title: t('shell.palette_hint', { keys }),
    'aria-keyshortcuts': isApple ? 'Meta+K' : 'Control+K',
    onClick: () => openDialog('palette'),
  };
  if (!wide)
    return (
      <IconButton label={t('shell.palette')} {...way} className={styles.button}>
        <Search {...icon} />
      </IconButton>
    );
  return (
    <button type="button" {...way} aria-label={t('shell.palette')} className={styles.wide}>
      <Search {...icon} />
      <span>{t('shell.palette')}</span>
      <kbd aria-hidden>{keys}</kbd>
    </button>
  );
}
