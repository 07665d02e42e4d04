import type { IpoInputError, IpoInputErrors } from '#contract/ipo-terms.ts';
import type { Offering } from '#contract/ipo.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { CalculatorValues } from './calculator-input.ts';
import styles from './Ipo.module.css';

interface CalculatorFormProps {
  offerings: readonly Offering[];
  chosen: string;
  onChoose: (offeringId: string) => void;
  values: CalculatorValues;
  errors: IpoInputErrors;
  onChange: (values: CalculatorValues) => void;
}

type Name = Exclude<keyof CalculatorValues, 'currency'>;

const pairs: [Name, Name][] = [
  ['amount', 'allotmentPercent'],
  ['priceHigh', 'finalPrice'],
  ['exitPrice', 'holdingDays'],
  ['feeInPercent', 'feeOutPercent'],
];

export function CalculatorForm({ offerings, chosen, onChoose, values, errors, onChange }: CalculatorFormProps) {
  const t = useText();
  const explain = useExplain();
  const field = (name: Name) => (
    <TextField
      key={name}
      inputMode="decimal"
      label={t(`ipo.input_${name}`, { currency: values.currency })}
      value={values[name]}
      error={explain(errors[name])}
      onChange={(event) => onChange({ ...values, [name]: event.target.value })}
    />
  );
  return (
    <div className={styles.form}>
      <SelectField
        label={t('ipo.offering')}
        value={chosen}
        placeholder={t('ipo.own_figures')}
        options={offerings.map(({ stock_id, issuer }) => ({ value: stock_id, label: issuer }))}
        onChange={(event) => onChoose(event.target.value)}
      />
      {pairs.map(([first, second]) => (
        <div key={first} className={styles.pair}>
          {field(first)}
          {field(second)}
        </div>
      ))}
      {field('lotSize')}
    </div>
  );
}

/** Says in words why a field is refused. */
function useExplain() {
  const t = useText();
  const format = useFormat();
  return (error: IpoInputError | undefined) =>
    error && t(`ipo.wrong_${error.reason}`, { limit: error.limit === undefined ? '' : format.number(error.limit, 4) });
}
