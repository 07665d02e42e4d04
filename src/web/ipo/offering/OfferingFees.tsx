import type { Offering } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';

type Terms = Pick<
  Offering,
  'currency' | 'fee_in_percent' | 'fee_in_minimum' | 'fee_fixed' | 'fee_out_percent' | 'early_exit_percent'
>;

const isSome = (amount: string) => /[1-9]/.test(amount);

/** What an offering costs besides its shares. `ownFeeIn` is this client's, which their tier may lower. */
export function OfferingFees({ offering, ownFeeIn }: { offering: Terms; ownFeeIn?: string }) {
  const t = useText();
  const format = useFormat();
  const { currency, fee_in_percent, fee_in_minimum, fee_fixed, fee_out_percent, early_exit_percent } = offering;
  const items = [
    { term: t('ipo.fee_in'), details: <bdi>{format.percent(ownFeeIn ?? fee_in_percent)}</bdi> },
    isSome(fee_in_minimum) && {
      term: t('ipo.fee_in_minimum'),
      details: <Sum amount={fee_in_minimum} currency={currency} />,
    },
    isSome(fee_fixed) && { term: t('ipo.fee_fixed'), details: <Sum amount={fee_fixed} currency={currency} /> },
    { term: t('ipo.fee_out'), details: <bdi>{format.percent(fee_out_percent)}</bdi> },
    early_exit_percent && {
      term: t('ipo.early_exit_costs'),
      details: <bdi>{format.percent(early_exit_percent)}</bdi>,
    },
  ];
  return <DescriptionList items={items.filter((item) => item !== null && item !== false && item !== '')} />;
}
