import type { Offering } from '#contract/ipo/records.ts';
import { priceTypes } from '#contract/ipo/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { MoneyField } from '#web/platform/forms/MoneyField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import type { FieldProblem } from '../calculator/input.ts';
import { QuantityField } from '../QuantityField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { useExplain } from '../calculator/use-explain.ts';

type Name = 'by' | 'quantity' | 'amount' | 'price_type' | 'limit_price';

interface RequestForm {
  values: Record<Name, string>;
  set: (name: Name, value: string) => void;
  field: (name: Name) => { error: string | undefined };
}

type Terms = Pick<
  Offering,
  'currency' | 'mode' | 'lot_size' | 'min_quantity' | 'max_quantity' | 'price_low' | 'price_high'
>;

interface RequestedFieldsProps {
  form: RequestForm;
  offering: Terms;
  /** Why the input gives no number of shares. */
  problem: FieldProblem | undefined;
}

/** How many shares, as lots or as an amount, and at which price. */
export function RequestedFields({ form, offering, problem }: RequestedFieldsProps) {
  const t = useText();
  const explain = useExplain(offering.currency);
  const { currency, lot_size: lot, min_quantity: min, max_quantity: max } = offering;
  const error = form.field('quantity').error ?? explain(problem);
  return (
    <>
      <SegmentedControl
        label={t('ipo.ask_by')}
        options={(['shares', 'amount'] as const).map((value) => ({ value, label: t(`ipo.by_${value}`) }))}
        value={form.values.by === 'amount' ? 'amount' : 'shares'}
        onChange={(by) => form.set('by', by)}
      />
      {form.values.by === 'amount' ? (
        <MoneyField
          currency={currency}
          label={t('ipo.amount_in', { currency })}
          hint={t('ipo.amount_hint', { lot })}
          error={error}
          value={form.values.amount}
          maxLength={18}
          onChange={(event) => form.set('amount', event.target.value)}
          required
        />
      ) : (
        <QuantityField
          label={t('ipo.number_of_shares')}
          hint={t('ipo.lots_hint', { lot, min, max })}
          error={error}
          value={form.values.quantity}
          step={lot}
          min={min}
          max={max}
          onChange={(value) => form.set('quantity', value)}
        />
      )}
      {offering.mode === 'subscription' && <PriceFields form={form} offering={offering} />}
    </>
  );
}

function PriceFields({ form, offering }: Pick<RequestedFieldsProps, 'form' | 'offering'>) {
  const t = useText();
  const format = useFormat();
  const { currency, price_low, price_high } = offering;
  return (
    <div className={flowStyles.stack}>
      <SegmentedControl
        label={t('ipo.price_type')}
        options={priceTypes.map((value) => ({ value, label: t(`ipo.price_${value}`) }))}
        value={form.values.price_type === 'limit' ? 'limit' : 'any'}
        onChange={(value) => form.set('price_type', value)}
      />
      {form.values.price_type === 'limit' ? (
        <MoneyField
          currency={currency}
          name="limit_price"
          label={t('ipo.limit_price', { currency })}
          hint={t('ipo.limit_hint', {
            low: format.symbol(price_low, currency),
            high: format.symbol(price_high, currency),
          })}
          error={form.field('limit_price').error}
          value={form.values.limit_price}
          maxLength={18}
          onChange={(event) => form.set('limit_price', event.target.value)}
          required
        />
      ) : (
        <p className={textStyles.soft}>{t('ipo.any_hint')}</p>
      )}
    </div>
  );
}
