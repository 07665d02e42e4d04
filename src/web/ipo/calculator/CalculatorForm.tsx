import { knownCurrencies } from '#contract/kernel/money.ts';
import type { Offering } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Calculator.module.css';
import type { CalculatorField, CalculatorValues, FieldProblems } from './input.ts';
import { FigureField } from './FigureField.tsx';
import { PastOdds } from './PastOdds.tsx';
import { spans } from './slider-span.ts';
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

/** What is tried out, always in sight; and the terms, which an offering sets. */
const groups = {
  application: ['amount', 'allotmentPercent'],
  sale: ['exitPrice', 'holdingDays'],
  offering: [
    'priceLow',
    'priceHigh',
    'finalPrice',
    'lotSize',
    'feeInPercent',
    'feeInMinimum',
    'feeInFixed',
    'feeOutPercent',
    'taxPercent',
    'interest',
  ],
} as const satisfies Record<string, CalculatorField[]>;

const inMoney = new Set<CalculatorField>([
  'amount',
  'exitPrice',
  'priceLow',
  'priceHigh',
  'finalPrice',
  'feeInMinimum',
  'feeInFixed',
]);

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
  const fieldsOf = (name: keyof typeof groups) =>
    groups[name].map((field) => (
      <FigureField
        key={field}
        label={t(`ipo.input_${field}`)}
        value={values[field]}
        error={explain(problems[field])}
        currency={inMoney.has(field) ? values.currency : undefined}
        span={spans[field]}
        onChange={set(field)}
      />
    ));
  return (
    <Card title={t('ipo.input_title')}>
      <div className={flowStyles.stack}>
        <SelectField
          label={t('ipo.offering')}
          placeholder={t('ipo.own_figures')}
          options={offerings.map(({ stock_id, issuer }) => ({ value: stock_id, label: issuer }))}
          value={chosenId}
          onChange={(event) => onChoose(event.target.value)}
        />
        <fieldset className={styles.group}>
          <legend>{t('ipo.group_application')}</legend>
          {fieldsOf('application')}
          <p className={styles.hint}>{t('ipo.hint_of_allotment')}</p>
          {isBook && (
            <PastOdds
              offeringId={chosenId}
              lots={lots}
              onUse={(allotmentPercent) => onChange({ ...values, allotmentPercent })}
            />
          )}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{t('ipo.group_sale')}</legend>
          {fieldsOf('sale')}
        </fieldset>
        <div className={styles.more}>
          <Disclosure label={t('ipo.group_terms')} startOpen={groups.offering.some((field) => problems[field])}>
            <div className={styles.terms}>
              <SelectField
                className={styles.whole}
                label={t('ipo.currency')}
                options={knownCurrencies.map((code) => ({ value: code, label: code }))}
                value={values.currency}
                disabled={chosenId !== ''}
                onChange={set('currency')}
              />
              {fieldsOf('offering')}
            </div>
          </Disclosure>
        </div>
      </div>
    </Card>
  );
}
