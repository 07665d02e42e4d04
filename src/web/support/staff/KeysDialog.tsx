import { useText } from '#web/platform/i18n/i18n.tsx';
import { useStore } from '#web/platform/store.ts';
import { Switch } from '#web/ui/forms/CheckboxField.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './SupportStaff.module.css';
import { keysAreOn, turnKeys } from '#web/platform/lists/use-keys.ts';

const inInbox = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['/', 'search'],
] as const;
const inRoom = [
  ['r', 'reply'],
  ['n', 'note'],
  ['a', 'take'],
  ['t', 'transfer'],
  ['e', 'resolve'],
  ['u', 'back'],
] as const;

/** The keyboard shortcuts of support, and the switch that turns them off. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const isOn = useStore(keysAreOn);
  const keys = [...inInbox, ...inRoom, ['Esc', 'leave'] as const, ['?', 'help'] as const];
  return (
    <Dialog
      open={open}
      title={t('chats.keys')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <dl className={styles.keys}>
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`chats.key_${action}`)}</dd>
          </div>
        ))}
      </dl>
      <Switch label={t('chats.keys_on')} checked={isOn} onChange={({ target }) => turnKeys(target.checked)} />
    </Dialog>
  );
}
