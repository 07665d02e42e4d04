import type { IpoEstimate } from '#contract/ipo-calculator.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Movement, Sum } from '#web/platform/Sum.tsx';
import { Delta } from '#web/ui/Amount.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import { trendOf } from '#web/ui/trend.ts';
import styles from './Ipo.module.css';
import { NetChart } from './NetChart.tsx';
import { ScenarioTable } from './ScenarioTable.tsx';

/** What the figures lead to: both returns, the way of the money, and what other prices would make of it. */
export function CalculatorResult({ estimate, currency }: { estimate: IpoEstimate; currency: string }) {
  const t = useText();
  const format = useFormat();
  const sum = (amount: string) => <Sum amount={amount} currency={currency} />;
  const share = (percent: string | null) =>
    percent === null ? (
      t('ipo.none')
    ) : (
      <Delta text={format.percent(percent, { signed: true })} trend={trendOf(percent)} />
    );
  const { breakEvenPrice, yearlyOnInvestedPercent } = estimate;
  return (
    <>
      <Card title={t('ipo.result_title')}>
        <div className={styles.result} aria-live="polite">
          <div className={styles.stats}>
            <Stat label={t('ipo.net')} value={<Movement amount={estimate.net} currency={currency} />} />
            <Stat
              label={t('ipo.return_invested')}
              value={share(estimate.returnOnInvestedPercent)}
              hint={t('ipo.return_invested_hint')}
            />
            <Stat
              label={t('ipo.return_frozen')}
              value={share(estimate.returnOnFrozenPercent)}
              hint={t('ipo.return_frozen_hint')}
            />
            {breakEvenPrice !== null && (
              <Stat
                label={t('ipo.break_even')}
                value={<bdi>{`${currency}\u00a0${format.number(breakEvenPrice, 4)}`}</bdi>}
              />
            )}
          </div>
          <DescriptionList
            items={[
              { term: t('ipo.requested'), details: t('ipo.shares', { count: estimate.requestedQuantity }) },
              { term: t('ipo.frozen'), details: sum(estimate.frozen) },
              { term: t('ipo.allotted'), details: t('ipo.shares', { count: estimate.allottedQuantity }) },
              { term: t('ipo.cost'), details: sum(estimate.cost) },
              { term: t('ipo.fee_in'), details: sum(estimate.feeIn) },
              { term: t('ipo.refund'), details: sum(estimate.refund) },
              { term: t('ipo.proceeds'), details: sum(estimate.proceeds) },
              { term: t('ipo.fee_out'), details: sum(estimate.feeOut) },
              ...(yearlyOnInvestedPercent === null
                ? []
                : [{ term: t('ipo.yearly'), details: share(yearlyOnInvestedPercent) }]),
            ]}
          />
        </div>
      </Card>
      <Card title={t('ipo.scenarios_title')} flush>
        <NetChart scenarios={estimate.scenarios} />
        <ScenarioTable scenarios={estimate.scenarios} currency={currency} />
      </Card>
    </>
  );
}
