import { Keyboard } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { icon } from '#web/ui/icon.ts';
import { useText } from '../i18n/i18n.tsx';
import { closeDialog, openDialog, useOpenDialog } from '../navigation/dialogs.ts';
import styles from './Keys.module.css';
import { useKeys } from './use-keys.ts';

const KeysSheet = lazy(async () => ({ default: (await import('./KeysSheet.tsx')).KeysSheet }));

/** The keys of every screen of staff, and the sheet that lists those of the present one. */
export function KeysHost() {
  const t = useText();
  const isOpen = useOpenDialog() === 'keys';
  useKeys([
    { key: 'Control+K', label: t('shell.palette'), scope: 'everywhere' },
    { key: '?', label: t('keys.help'), scope: 'everywhere', run: () => openDialog('keys') },
    { key: 'Escape', label: t('keys.leave'), scope: 'everywhere' },
  ]);
  if (!isOpen) return null;
  return (
    <Suspense>
      <KeysSheet onClose={closeDialog} />
    </Suspense>
  );
}

/** The way to the sheet for those who do not know its key. On phones the menu has one instead. */
export function KeysButton() {
  const t = useText();
  return (
    <IconButton
      label={t('keys.title')}
      aria-keyshortcuts="?"
      className={styles.button}
      onClick={() => openDialog('keys')}
    >
      <Keyboard {...icon} />
    </IconButton>
  );
}
