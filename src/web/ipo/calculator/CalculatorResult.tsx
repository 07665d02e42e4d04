import { useText } from '#web/platform/i18n/i18n.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { Movement } from '#web/platform/i18n/Money.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { State } from '#web/ui/State.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './Calculator.module.css';
import type { Calculated } from './input.ts';
import { MoneyFlow } from './MoneyFlow.tsx';
import { PayoffChart } from './PayoffChart.tsx';
import { Percent } from './Percent.tsx';
import { ScenarioTable } from './ScenarioTable.tsx';
import { SpokenResult } from './SpokenResult.tsx';

interface CalculatorResultProps {
  result: Calculated;
  /** A figure was changed since to something that cannot be calculated. */
  isOutdated: boolean;
}

/** What a sale at the price brings, and the price as a point to drag. */
export function CalculatorHero({
  result,
  isOutdated,
  onPrice,
}: CalculatorResultProps & { onPrice: (price: string) => void }) {
  const t = useText();
  const format = useFormat();
  const { estimate, currency } = result;
  return (
    <Card>
      <div className={cx(isOutdated && styles.outdated)}>
        <Hero
          label={t('ipo.net')}
          value={<Movement amount={estimate.net} currency={currency} />}
          meaning={
            <>
              {t('ipo.input_exitPrice')} <bdi>{format.symbol(estimate.price, currency)}</bdi> · {t('ipo.net_hint')}
            </>
          }
          acts={isOutdated && <State tone="warning">{t('ipo.outdated')}</State>}
        >
          <PayoffChart result={result} onPrice={onPrice} />
          <Figures>
            <Stat
              label={t('ipo.return_invested')}
              value={<Percent value={estimate.returnOnInvestedPercent} />}
              hint={t('ipo.return_invested_hint')}
            />
            <Stat
              label={t('ipo.return_frozen')}
              value={<Percent value={estimate.returnOnFrozenPercent} />}
              hint={t('ipo.return_frozen_hint')}
            />
          </Figures>
        </Hero>
      </div>
      <SpokenResult result={result} isOutdated={isOutdated} />
    </Card>
  );
}

/** The way of the money, and what other prices would make of it. */
export function CalculatorResult({ result, isOutdated }: CalculatorResultProps) {
  const t = useText();
  const mark = isOutdated && <State tone="warning">{t('ipo.outdated')}</State>;
  return (
    <div className={styles.result}>
      {result.isOutsideRange && <Alert tone="warning">{t('ipo.outside_range')}</Alert>}
      <Card title={t('ipo.scenarios_title')} actions={mark} flush>
        <div className={cx(isOutdated && styles.outdated)}>
          <ScenarioTable scenarios={result.estimate.scenarios} currency={result.currency} />
        </div>
      </Card>
      <Card title={t('ipo.result_title')} actions={mark}>
        <div className={cx(isOutdated && styles.outdated)}>
          <MoneyFlow result={result} />
        </div>
      </Card>
      <Alert>{t('ipo.no_forecast')}</Alert>
    </div>
  );
}
