import type { Offering } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import textStyles from '#web/ui/Text.module.css';

type Priced = Pick<Offering, 'currency' | 'price_low' | 'price_high' | 'final_price'>;

/** The same as a figure, with the symbol of the currency; `range` is what it was set within. */
export function useOfferingFigure({ currency, price_low, price_high, final_price }: Priced) {
  const t = useText();
  const format = useFormat();
  const low = format.symbol(price_low, currency);
  const high = format.symbol(price_high, currency);
  const isOne = low === high;
  const range = isOne ? high : t('ipo.range', { low, high });
  const isSet = final_price && !isOne;
  return {
    figure: <bdi>{isSet ? format.symbol(final_price, currency) : range}</bdi>,
    range: isSet ? <bdi>{t('ipo.range_final', { range })}</bdi> : null,
  };
}

/** The range of a price, the one price of a direct offering, or the price that was set. */
export function OfferingPrice({ offering: { currency, price_low, price_high, final_price } }: { offering: Priced }) {
  const t = useText();
  const format = useFormat();
  const low = format.symbol(price_low, currency);
  const high = format.symbol(price_high, currency);
  const range = low === high ? high : t('ipo.range', { low, high });
  if (!final_price || low === high) return <bdi>{range}</bdi>;
  return (
    <>
      <Sum amount={final_price} currency={currency} />
      <p className={textStyles.soft}>{t('ipo.range_final', { range })}</p>
    </>
  );
}
