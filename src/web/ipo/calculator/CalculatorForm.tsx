import type { ReactNode } from 'react';
import { knownCurrencies } from '#contract/kernel/money.ts';
import type { Offering } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import styles from './Calculator.module.css';
import type { CalculatorField, CalculatorValues, FieldProblems } from './input.ts';
import { FigureField } from './FigureField.tsx';
import { PastOdds } from './PastOdds.tsx';
import { spanOf } from './slider-span.ts';
import { useExplain } from './use-explain.ts';

interface CalculatorFormProps {
  offerings: readonly Offering[];
  /** Empty for the client's own figures. */
  chosenId: string;
  onChoose: (offeringId: string) => void;
  values: CalculatorValues;
  /** Lots that these figures come to. */
  lots: number;
  problems: FieldProblems;
  onChange: (values: CalculatorValues) => void;
}

const groups = {
  application: ['amount', 'allotmentPercent'],
  offering: [
    'priceLow',
    'priceHigh',
    'finalPrice',
    'lotSize',
    'feeInPercent',
    'feeInMinimum',
    'feeInFixed',
    'feeOutPercent',
  ],
  sale: ['exitPrice', 'holdingDays', 'taxPercent', 'interest'],
} as const satisfies Record<string, CalculatorField[]>;

/** The figures of an application, taken from an offering or typed. */
export function CalculatorForm({
  offerings,
  chosenId,
  onChoose,
  values,
  lots,
  problems,
  onChange,
}: CalculatorFormProps) {
  const t = useText();
  // Of shares that are sold at once there is nothing to allot.
  const isBook = offerings.find(({ stock_id }) => stock_id === chosenId)?.mode === 'subscription';
  const explain = useExplain(values.currency);
  const set = (name: keyof CalculatorValues) => (event: { target: { value: string } }) =>
    onChange({ ...values, [name]: event.target.value });
  const group = (name: keyof typeof groups, choice?: ReactNode) => (
    <fieldset className={styles.group}>
      <legend>{t(`ipo.group_${name}`)}</legend>
      {choice}
      {groups[name].map((field) => (
        <FigureField
          key={field}
          label={t(`ipo.input_${field}`)}
          value={values[field]}
          error={explain(problems[field])}
          span={spanOf(field, values)}
          onChange={set(field)}
        />
      ))}
    </fieldset>
  );
  return (
    <Card title={t('ipo.input_title')}>
      {group(
        'offering',
        <>
          <SelectField
            className={styles.whole}
            label={t('ipo.offering')}
            placeholder={t('ipo.own_figures')}
            options={offerings.map(({ stock_id, issuer }) => ({ value: stock_id, label: issuer }))}
            value={chosenId}
            onChange={(event) => onChoose(event.target.value)}
          />
          <SelectField
            className={styles.whole}
            label={t('ipo.currency')}
            options={knownCurrencies.map((code) => ({ value: code, label: code }))}
            value={values.currency}
            disabled={chosenId !== ''}
            onChange={set('currency')}
          />
        </>,
      )}
      {group(
        'application',
        <>
          <p className={styles.hint}>{t('ipo.hint_of_allotment')}</p>
          {isBook && (
            <PastOdds
              offeringId={chosenId}
              lots={lots}
              onUse={(allotmentPercent) => onChange({ ...values, allotmentPercent })}
            />
          )}
        </>,
      )}
      {group('sale')}
    </Card>
  );
}
