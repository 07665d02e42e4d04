import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { calculateIpo } from '#contract/ipo-calculator.ts';
import type { Offering } from '#contract/ipo.ts';
import { useText } from '#web/platform/i18n.tsx';
import { offeringsQuery } from '#web/platform/list-queries.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CalculatorForm } from './CalculatorForm.tsx';
import { CalculatorResult } from './CalculatorResult.tsx';
import { example, fromOffering, toInput, type CalculatorValues } from './calculator-input.ts';
import styles from './Ipo.module.css';
import { IpoPage } from './IpoPage.tsx';

/** What an application would mean, for an offering of the calendar or for figures of one's own. */
export function CalculatorPage() {
  const t = useText();
  const { offering: wanted = '' } = useSearch({ strict: false }) as { offering?: string };
  const { data: offerings } = useQuery(offeringsQuery);
  return (
    <IpoPage title={t('ipo.calculator_title')} intro={t('ipo.calculator_intro')}>
      {/* A linked offering fills the fields once it is there, hence the key. */}
      <Calculator key={offerings && wanted ? wanted : 'free'} offerings={offerings ?? []} wanted={wanted} />
    </IpoPage>
  );
}

function Calculator({ offerings, wanted }: { offerings: readonly Offering[]; wanted: string }) {
  const t = useText();
  const linked = offerings.find(({ stock_id }) => stock_id === wanted);
  const [chosen, setChosen] = useState(linked?.stock_id ?? '');
  const [values, setValues] = useState<CalculatorValues>(() => (linked ? fromOffering(example, linked) : example));
  const calculation = calculateIpo(toInput(values));
  const choose = (id: string) => {
    const offering = offerings.find(({ stock_id }) => stock_id === id);
    setChosen(id);
    if (offering) setValues((before) => fromOffering(before, offering));
  };
  return (
    <div className={styles.calculator}>
      <Card title={t('ipo.input_title')}>
        <CalculatorForm
          offerings={offerings}
          chosen={chosen}
          onChoose={choose}
          values={values}
          errors={calculation.ok ? {} : calculation.errors}
          onChange={setValues}
        />
      </Card>
      <div className={styles.result}>
        {calculation.ok ? (
          <CalculatorResult estimate={calculation.estimate} currency={values.currency} />
        ) : (
          <Alert tone="warning">{t('ipo.input_wrong')}</Alert>
        )}
        <p className={styles.note}>{t('ipo.no_forecast')}</p>
      </div>
    </div>
  );
}
