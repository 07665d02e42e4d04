import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import styles from '../Settings.module.css';

interface AddCurrencyProps {
  currencies: readonly string[];
  onAdd: (currency: string) => void;
}

/** Chooses a currency that has none of them yet. */
export function AddCurrency({ currencies, onAdd }: AddCurrencyProps) {
  const t = useText();
  const [chosen, setChosen] = useState('');
  const [first] = currencies;
  if (first === undefined) return null;
  const currency = currencies.includes(chosen) ? chosen : first;
  return (
    <div className={styles.pick}>
      <ComboField
        label={t('settings.further_currency')}
        value={currency}
        options={currencies.map((code) => ({ value: code, label: code }))}
        onChange={({ target }) => setChosen(target.value)}
      />
      <Button onClick={() => onAdd(currency)}>{t('settings.add')}</Button>
    </div>
  );
}
