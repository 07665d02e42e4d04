import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { SettingKey } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { nameKeyOf } from '../names.ts';
import styles from '../Settings.module.css';
import { unpayable } from './ways.ts';

interface UnpayableNoteProps {
  values: SettingValues;
  /** Opens the setting in which something is missing. */
  onSet: ((key: SettingKey) => void) | undefined;
}

/** What is still to be set before clients can pay into every wallet that they may open, with the way there. */
export function UnpayableNote({ values, onSet }: UnpayableNoteProps) {
  const t = useText();
  const { account, terms } = unpayable(values);
  if (account.length + terms.length === 0) return null;
  const list = (codes: string[]) => codes.join(', ');
  const missing: SettingKey[] = [
    ...(account.length > 0 ? (['payments.bank_accounts'] as const) : []),
    ...(terms.length > 0 ? (['payments.terms'] as const) : []),
  ];
  return (
    <Alert
      tone={account.length > 0 ? 'warning' : 'neutral'}
      title={t('settings.unpayable')}
      action={
        onSet && (
          <div className={styles.acts}>
            {missing.map((key) => (
              <Button key={key} size="small" onClick={() => onSet(key)}>
                {t(nameKeyOf(key))}
              </Button>
            ))}
          </div>
        )
      }
    >
      {account.length > 0 && <p>{t('settings.unpayable_account', { currencies: list(account) })}</p>}
      {terms.length > 0 && <p>{t('settings.unpayable_terms', { currencies: list(terms) })}</p>}
    </Alert>
  );
}
