import { DateRangeField } from '#web/platform/forms/dates/DateRangeField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { noFilter, type RecordFilter } from './filter.ts';
import styles from './RecordFilterForm.module.css';

interface RecordFilterFormProps<Choice extends string> {
  filter: RecordFilter<Choice>;
  onChange: (filter: RecordFilter<Choice>) => void;
  /** What the first field chooses by. */
  label: string;
  options: readonly { value: Choice; label: string }[];
}

/** Narrows a list of records down as it is filled in. */
export function RecordFilterForm<Choice extends string>({
  filter,
  onChange,
  label,
  options,
}: RecordFilterFormProps<Choice>) {
  const t = useText();
  const set = (name: keyof RecordFilter<Choice>) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value });
  const isSet = Object.values(filter).some(Boolean);
  return (
    <search className={styles.filter} aria-label={t('trading.filter')}>
      <SelectField
        label={label}
        placeholder={t('trading.every_type')}
        options={options}
        value={filter.choice}
        onChange={set('choice')}
      />
      <TextField
        label={t('trading.instrument')}
        value={filter.symbol}
        maxLength={20}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={set('symbol')}
      />
      <DateRangeField label={t('common.period')} days={filter} onChange={(days) => onChange({ ...filter, ...days })} />
      <Button className={styles.clear} disabled={!isSet} onClick={() => onChange(noFilter)}>
        {t('common.clear_filters')}
      </Button>
    </search>
  );
}
