import { useMemo, useState } from 'react';
import type { Offering } from '#contract/ipo/records.ts';
import styles from './Calculator.module.css';
import { calculate, example, fromOffering, type CalculatorValues } from './input.ts';
import { CalculatorForm } from './CalculatorForm.tsx';
import { CalculatorHero, CalculatorResult } from './CalculatorResult.tsx';

interface CalculatorProps {
  offerings: readonly Offering[];
  /** Id of the offering to begin with; without one, or with an unknown one, it begins with an example. */
  startWith: string | undefined;
}

/** What follows from the figures, and the figures beside it. While one of them is wrong, the last result stays. */
export function Calculator({ offerings, startWith }: CalculatorProps) {
  const first = offerings.find(({ stock_id }) => stock_id === startWith);
  const [chosenId, setChosenId] = useState(first?.stock_id ?? '');
  const [values, setValues] = useState<CalculatorValues>(() => (first ? fromOffering(example, first) : example));
  const calculation = useMemo(() => calculate(values), [values]);
  const [lastGood, setLastGood] = useState(calculation);
  if (calculation.ok && calculation !== lastGood) setLastGood(calculation);
  const choose = (id: string) => {
    const offering = offerings.find(({ stock_id }) => stock_id === id);
    setChosenId(id);
    if (offering) setValues(fromOffering(values, offering));
  };
  return (
    <div className={styles.calculator}>
      {lastGood.ok && (
        <CalculatorHero
          result={lastGood.result}
          isOutdated={!calculation.ok}
          onPrice={(exitPrice) => setValues({ ...values, exitPrice })}
        />
      )}
      <CalculatorForm
        offerings={offerings}
        chosenId={chosenId}
        onChoose={choose}
        values={values}
        lots={lastGood.ok ? lastGood.result.lots : 0}
        problems={calculation.ok ? {} : calculation.problems}
        onChange={setValues}
      />
      {lastGood.ok && <CalculatorResult result={lastGood.result} isOutdated={!calculation.ok} />}
    </div>
  );
}
