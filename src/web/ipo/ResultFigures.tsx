import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Movement } from '#web/platform/Sum.tsx';
import { Figures } from '#web/ui/Figures.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import type { Calculated } from './calculator-input.ts';
import { Percent } from './Percent.tsx';

/** Prices that follow from a division are shown with four places. */
const priceDigits = 4;

/** The result in four figures. */
export function ResultFigures({ result: { estimate, currency } }: { result: Calculated }) {
  const t = useText();
  const format = useFormat();
  const { net, returnOnInvestedPercent, returnOnFrozenPercent, breakEvenPrice } = estimate;
  const breakEven =
    breakEvenPrice === null
      ? t('ipo.none')
      : t('ipo.price_in', { price: format.number(breakEvenPrice, priceDigits), currency });
  return (
    <Figures>
      <Stat label={t('ipo.net')} value={<Movement amount={net} currency={currency} />} hint={t('ipo.net_hint')} />
      <Stat
        label={t('ipo.return_invested')}
        value={<Percent value={returnOnInvestedPercent} />}
        hint={t('ipo.return_invested_hint')}
      />
      <Stat
        label={t('ipo.return_frozen')}
        value={<Percent value={returnOnFrozenPercent} />}
        hint={t('ipo.return_frozen_hint')}
      />
      <Stat label={t('ipo.break_even')} value={<bdi>{breakEven}</bdi>} hint={t('ipo.break_even_hint')} />
    </Figures>
  );
}
