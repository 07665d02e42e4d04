import type { IpoHolding } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { saleOf } from '../apply/hold-preview.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Stack.module.css';

interface SaleViewProps {
  holding: IpoHolding & { price: string; priced_at: string };
  quantity: number;
}

/** What a sale at the quoted price would bring, and how old that price is. */
export function SaleView({ holding: { price, priced_at, currency, fee_out_percent }, quantity }: SaleViewProps) {
  const t = useText();
  const { proceeds, fee, net } = saleOf(quantity, price, fee_out_percent, currency);
  const sum = (amount: string, strong = false) => <Sum amount={amount} currency={currency} strong={strong} />;
  return (
    <div className={styles.sunken} aria-live="polite">
      <DescriptionList
        items={[
          { term: t('ipo.quoted_price'), details: sum(price) },
          { term: t('ipo.proceeds'), details: sum(proceeds) },
          { term: t('ipo.fee_out'), details: sum(fee) },
          { term: t('ipo.to_wallet'), details: sum(net, true) },
        ]}
      />
      <p className={textStyles.soft}>
        <DateTime at={priced_at} within="ipo.quoted_at" />
      </p>
    </div>
  );
}
