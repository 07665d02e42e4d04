import { useText } from '#web/platform/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { noFilter, type HistoryFilter } from './history-query.ts';
import styles from './HistoryFilterForm.module.css';

const types = [
  'buy',
  'sell',
  'balance',
  'credit',
  'charge',
  'correction',
  'bonus',
  'commission',
  'interest',
  'dividend',
  'tax',
] as const;

interface HistoryFilterFormProps {
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}

/** Narrows the history down as it is filled in. */
export function HistoryFilterForm({ filter, onChange }: HistoryFilterFormProps) {
  const t = useText();
  const set = (name: keyof HistoryFilter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value });
  const isSet = Object.values(filter).some(Boolean);
  return (
    <search className={styles.filter} aria-label={t('trading.filter')}>
      <SelectField
        label={t('trading.deal')}
        placeholder={t('trading.every_type')}
        options={types.map((value) => ({ value, label: t(`trading.type_${value}`) }))}
        value={filter.type}
        onChange={set('type')}
      />
      <TextField
        label={t('trading.instrument')}
        value={filter.symbol}
        maxLength={20}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={set('symbol')}
      />
      <TextField type="date" label={t('trading.from')} value={filter.from} max={filter.to} onChange={set('from')} />
      <TextField type="date" label={t('trading.to')} value={filter.to} min={filter.from} onChange={set('to')} />
      <Button className={styles.clear} disabled={!isSet} onClick={() => onChange(noFilter)}>
        {t('trading.clear_filter')}
      </Button>
    </search>
  );
}
