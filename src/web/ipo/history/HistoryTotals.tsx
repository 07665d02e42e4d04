import type { ResponseOf } from '#contract/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

/** What all lines that meet the filter add up to, by currency, those on later pages too: what was realised first. */
export function HistoryTotals({ totals }: { totals: ResponseOf<'POST /api/ipo/history'>['totals'] }) {
  const t = useText();
  const moved = totals.filter(({ invested, proceeds, fees }) =>
    [invested, proceeds, fees].some((sum) => Number(sum) !== 0),
  );
  return moved.map(({ currency, invested, proceeds, fees, result }) => (
    <Card key={currency}>
      <Hero
        label={t('ipo.result_of_sales')}
        value={<Movement amount={result} currency={currency} />}
        end={
          <Figures compact>
            <Stat label={t('ipo.invested')} value={<Sum amount={invested} currency={currency} />} />
            <Stat label={t('ipo.proceeds')} value={<Sum amount={proceeds} currency={currency} />} />
            <Stat label={t('ipo.fees')} value={<Sum amount={fees} currency={currency} />} />
          </Figures>
        }
      />
    </Card>
  ));
}
