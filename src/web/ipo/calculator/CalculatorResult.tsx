import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './Calculator.module.css';
import type { Calculated } from './input.ts';
import { MoneyFlow } from './MoneyFlow.tsx';
import { NetChart } from './NetChart.tsx';
import { ResultFigures } from './ResultFigures.tsx';
import { ScenarioTable } from './ScenarioTable.tsx';
import { SpokenResult } from './SpokenResult.tsx';

interface CalculatorResultProps {
  result: Calculated;
  /** A figure was changed since to something that cannot be calculated. */
  isOutdated: boolean;
}

/** What the figures lead to: both returns, the way of the money, and what other prices would make of it. */
export function CalculatorResult({ result, isOutdated }: CalculatorResultProps) {
  const t = useText();
  const mark = isOutdated && <Badge tone="warning">{t('ipo.outdated')}</Badge>;
  return (
    <div className={styles.result}>
      <Card title={t('ipo.result_title')} actions={mark}>
        <div className={cx(isOutdated && styles.outdated)}>
          <ResultFigures result={result} />
          <div className={styles.flow}>
            <MoneyFlow result={result} />
          </div>
        </div>
        <SpokenResult result={result} isOutdated={isOutdated} />
      </Card>
      {result.isOutsideRange && <Alert tone="warning">{t('ipo.outside_range')}</Alert>}
      <Card title={t('ipo.scenarios_title')} actions={mark} flush>
        <div className={cx(isOutdated && styles.outdated)}>
          <NetChart scenarios={result.estimate.scenarios} />
          <ScenarioTable scenarios={result.estimate.scenarios} currency={result.currency} />
        </div>
      </Card>
      <Alert>{t('ipo.no_forecast')}</Alert>
    </div>
  );
}
