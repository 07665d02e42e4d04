import { Search } from 'lucide-react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './PaletteButton.module.css';

/** The way into the palette in the bar; its tooltip names the key. On phones the menu has one instead. */
export function PaletteButton() {
  const t = useText();
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <IconButton
      label={t('shell.palette')}
      title={t('shell.palette_hint', { keys: isApple ? '⌘ K' : 'Ctrl K' })}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      className={styles.button}
      onClick={() => openDialog('palette')}
    >
      <Search {...icon} />
    </IconButton>
  );
}
