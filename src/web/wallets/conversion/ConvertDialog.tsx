import type { Wallet } from '#contract/wallets/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { MoneyField } from '#web/platform/forms/MoneyField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { QuoteView } from './QuoteView.tsx';
import { useConversion } from './use-conversion.ts';

interface ConvertDialogProps {
  open: boolean;
  wallets: readonly Wallet[];
  /** The wallet to give from, at first. */
  fromId: string;
  onClose: () => void;
}

/** Converts between own wallets: first the rate, which holds for a while, then the conversion at that rate. */
export function ConvertDialog({ open, onClose, ...start }: ConvertDialogProps) {
  const t = useText();
  const conversion = useConversion(start, onClose);
  const { form, offer, secondsLeft } = conversion;
  const isLive = offer !== null && secondsLeft > 0;
  const close = () => {
    conversion.start();
    onClose();
  };
  const confirmText = isLive ? 'wallets.convert_now' : offer ? 'wallets.new_rate' : 'wallets.show_rate';
  return (
    <FormDialog
      open={open}
      title={t('wallets.convert_title')}
      confirmText={t(confirmText)}
      form={form}
      onSubmit={conversion.submit}
      onClose={close}
    >
      <ConversionFields {...conversion} wallets={start.wallets} />
      <div role="status">{offer && <QuoteView quote={offer.quote} secondsLeft={secondsLeft} />}</div>
    </FormDialog>
  );
}

type FieldsProps = Pick<ReturnType<typeof useConversion>, 'form' | 'change'> & { wallets: readonly Wallet[] };

function ConversionFields({ form, change, wallets }: FieldsProps) {
  const t = useText();
  const format = useFormat();
  const from = wallets.find(({ id }) => id === form.values.from_wallet_id);
  const options = wallets.map(({ id, name, available, currency }) => ({
    value: id,
    label: t('wallets.wallet_option', { name, amount: format.symbol(available, currency) }),
  }));
  return (
    <>
      <SelectField
        {...form.field('from_wallet_id')}
        label={t('wallets.convert_from')}
        options={options}
        onChange={change('from_wallet_id')}
        required
      />
      <SelectField
        {...form.field('to_wallet_id')}
        label={t('wallets.convert_to')}
        options={options}
        onChange={change('to_wallet_id')}
        required
      />
      <MoneyField
        currency={from?.currency ?? ''}
        {...form.field('amount')}
        label={t('wallets.amount_in', { currency: from?.currency ?? '' })}
        hint={from && t('wallets.available_hint', { amount: format.symbol(from.available, from.currency) })}
        onChange={change('amount')}
        required
      />
    </>
  );
}
