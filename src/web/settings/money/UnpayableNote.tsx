import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { unpayable } from './ways.ts';

/** What is still to be set before clients can pay into every wallet that they may open. */
export function UnpayableNote({ values }: { values: SettingValues }) {
  const t = useText();
  const { account, terms } = unpayable(values);
  if (account.length + terms.length === 0) return null;
  const list = (codes: string[]) => codes.join(', ');
  return (
    <Alert tone={account.length > 0 ? 'warning' : 'neutral'} title={t('settings.unpayable')}>
      {account.length > 0 && <p>{t('settings.unpayable_account', { currencies: list(account) })}</p>}
      {terms.length > 0 && <p>{t('settings.unpayable_terms', { currencies: list(terms) })}</p>}
    </Alert>
  );
}
