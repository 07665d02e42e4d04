import { useRouter, useSearch } from '@tanstack/react-router';
import type { PaymentMethods, PaymentTerms } from '#contract/payments/endpoints.ts';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { AfterFee } from '../AfterFee.tsx';
import { AmountField } from '../AmountField.tsx';
import { LimitsNote } from '../LimitsNote.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { refreshMoney } from '../payment-queries.ts';
import { methodSigns } from '../method-signs.tsx';
import { useFeeText } from '../use-fee-text.ts';

interface DepositFormProps {
  offers: PaymentMethods['deposit'];
  wallets: readonly Wallet[];
}

/** The first two steps of a deposit: by which method, and how much. */
export function DepositForm({ offers, wallets }: DepositFormProps) {
  const t = useText();
  const router = useRouter();
  const search = (useSearch({ strict: false }) as { wallet?: string }).wallet;
  const feeText = useFeeText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({
    wallet_id: (wallets.find(({ id }) => id === search) ?? wallets[0])?.id ?? '',
    method: offers[0]?.method ?? '',
    amount: '',
    card: '',
  });
  const { values } = form;
  const offer = offers.find(({ method }) => method === values.method);
  const currency = wallets.find(({ id }) => id === values.wallet_id)?.currency ?? '';
  const inCurrency = (each: PaymentTerms) => each.currency === currency;
  const terms = offer?.terms.find(inCurrency);
  const deposit = form.submit(async ({ wallet_id, method, amount, card }) => {
    const body = { wallet_id, method: method as NonNullable<typeof offer>['method'], amount };
    const needsCard = offer?.needs === 'card';
    const { payment, provider } = await sendOnce((idempotencyKey) =>
      call('POST /api/payments/deposit', { body: { ...body, ...(needsCard && { card }) } }, { idempotencyKey }),
    );
    refreshMoney();
    // Back, from the provider's page too, leads to the third step, which says how it stands.
    const href = pathIn(currentLanguage(), `/payments/deposit?payment=${payment.id}`);
    await router.navigate({ href, replace: true });
    if (provider?.url) window.location.assign(provider.url);
  });
  return (
    <form className={flowStyles.stack} noValidate onSubmit={deposit}>
      <FormErrors messages={form.messages} />
      <RadioGroup
        {...form.field('method')}
        cards
        legend={t('payments.method')}
        options={offers.map(({ method, name, days, terms: prices }) => {
          const price = prices.find(inCurrency);
          const fee = price ? feeText(price) : t('payments.not_in_currency', { currency });
          return {
            value: method,
            label: name,
            hint: `${t('payments.takes_days', { days })} · ${fee}`,
            icon: methodSigns[method],
          };
        })}
      />
      <AmountField
        {...form.field('amount')}
        kind="deposit"
        currency={currency}
        terms={terms}
        onPick={(amount) => form.set('amount', amount)}
      />
      <SelectField
        {...form.field('wallet_id')}
        label={t('payments.to_wallet')}
        options={wallets.map(({ id, name, currency: code }) => ({
          value: id,
          label: t('payments.wallet_named', { name, currency: code }),
        }))}
        required
      />
      {offer?.needs === 'card' && (
        <TextField
          {...form.field('card')}
          label={t('payments.card')}
          hint={t('payments.card_hint')}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={30}
          required
        />
      )}
      <AfterFee amount={values.amount} terms={terms} />
      <LimitsNote direction="deposit" />
      <div className={flowStyles.foot}>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('payments.deposit_submit')}
        </Button>
      </div>
    </form>
  );
}
