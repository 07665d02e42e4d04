import { useText } from '#web/platform/i18n/i18n.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { usePreferences } from '../preferences.ts';
import styles from './ShortcutsDialog.module.css';

const keys = [
  ['B', 'terminal.key_b'],
  ['S', 'terminal.key_s'],
  ['terminal.enter_key', 'terminal.key_enter'],
  ['↑ ↓', 'terminal.key_arrows'],
  ['/', 'terminal.search'],
  ['terminal.escape_key', 'terminal.key_esc'],
  ['?', 'terminal.keys_title'],
] as const;

/** Keyboards of several languages have a name of their own on it. */
const isNamed = (key: string): key is 'terminal.enter_key' | 'terminal.escape_key' =>
  key === 'terminal.enter_key' || key === 'terminal.escape_key';

/** Which keys act on the terminal, and the switch for single keys, which get in the way of some who speak to a computer. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { preferences, prefer } = usePreferences();
  return (
    <Dialog
      open
      title={t('terminal.keys_title')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <dl className={styles.keys}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{isNamed(key) ? t(key) : key}</kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        asSwitch
        label={t('terminal.keys_on')}
        checked={preferences.shortcuts}
        onChange={(event) => prefer({ shortcuts: event.target.checked })}
      />
    </Dialog>
  );
}
