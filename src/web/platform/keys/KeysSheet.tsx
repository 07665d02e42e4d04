import { useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Switch } from '#web/ui/forms/CheckboxField.tsx';
import { useText } from '../i18n/i18n.tsx';
import { useStore } from '../store.ts';
import styles from './Keys.module.css';
import { actsOnScreen, keyScopes, keysAreOn, turnKeys } from './use-keys.ts';

const names = { Escape: 'Esc', 'Control+K': 'Ctrl K', 'Control+Enter': 'Ctrl Enter' } as const;
const nameOf = (key: string) => (key in names ? names[key as keyof typeof names] : key);

/** The shortcuts of the screen as it is now, by where they act, and the switch that turns single keys off. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const t = useText();
  const isOn = useStore(keysAreOn);
  const [acts] = useState(actsOnScreen);
  return (
    <Dialog
      open
      title={t('keys.title')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      {keyScopes.map((scope) => {
        const own = acts.filter((act) => act.scope === scope);
        if (own.length === 0) return null;
        return (
          <section key={scope} aria-labelledby={`keys-${scope}`} className={styles.scope}>
            <h3 id={`keys-${scope}`}>{t(`keys.${scope}`)}</h3>
            <dl className={styles.keys}>
              {own.map(({ key, label }) => (
                <div key={`${key} ${label}`}>
                  <dt>
                    <kbd>{nameOf(key)}</kbd>
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
      <Switch label={t('keys.on')} checked={isOn} onChange={({ target }) => turnKeys(target.checked)} />
    </Dialog>
  );
}
