import { useRouter, useSearch } from '@tanstack/react-router';
import type { Destination, PaidCard, PaymentMethods } from '#contract/payments/endpoints.ts';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { AfterFee } from '../AfterFee.tsx';
import { AmountField } from '../AmountField.tsx';
import { ConfirmFirst } from './ConfirmFirst.tsx';
import { useIsWaiting } from '../destinations/use-is-waiting.ts';
import { methodSigns } from '../method-signs.tsx';
import { DuesNote } from './DuesNote.tsx';
import { LimitsNote } from '../LimitsNote.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { refreshMoney } from '../payment-queries.ts';

interface WithdrawFormProps {
  offers: PaymentMethods['withdrawal'];
  tier: PaymentMethods['tier_terms'];
  /** What has to go back to its source first. */
  dues: PaymentMethods['to_return'];
  wallets: readonly Wallet[];
  /** The confirmed ones first. */
  destinations: readonly Destination[];
  /** Cards that have paid in and are no destinations yet. */
  cards: readonly PaidCard[];
}

/** Requests a withdrawal; its own screen then asks for the emailed code. */
export function WithdrawForm({ offers, tier, dues, wallets, destinations, cards }: WithdrawFormProps) {
  const t = useText();
  const router = useRouter();
  const search = (useSearch({ strict: false }) as { wallet?: string }).wallet;
  const sendOnce = useIdempotentCall();
  const form = useCallForm({
    wallet_id: (wallets.find(({ id }) => id === search) ?? wallets[0])?.id ?? '',
    destination_id: destinations[0]?.id ?? cards[0]?.deposit_id ?? '',
    amount: '',
  });
  const { values } = form;
  const wallet = wallets.find(({ id }) => id === values.wallet_id);
  const destination = destinations.find(({ id }) => id === values.destination_id);
  const isConfirmed = destination?.state === 'confirmed';
  const isPaused = useIsWaiting(destination);
  const card = cards.find(({ deposit_id }) => deposit_id === values.destination_id);
  const offer = offers.find(({ method }) => method === (destination ?? card)?.method);
  const terms = offer?.terms.find(({ currency }) => currency === wallet?.currency);
  const withdraw = form.submit(async (body) => {
    const { payment } = await sendOnce((idempotencyKey) =>
      call('POST /api/payments/withdraw', { body }, { idempotencyKey }),
    );
    refreshMoney();
    await router.navigate({ href: pathIn(currentLanguage(), `/payments/${payment.id}`) });
  });
  return (
    <form
      className={flowStyles.stack}
      noValidate
      onSubmit={isConfirmed && !isPaused ? withdraw : (event) => event.preventDefault()}
    >
      <FormErrors messages={form.messages} />
      <AmountField
        {...form.field('amount')}
        kind="withdraw"
        currency={wallet?.currency ?? ''}
        available={wallet?.available}
        terms={terms}
        onPick={(amount) => form.set('amount', amount)}
      />
      <SelectField
        {...form.field('wallet_id')}
        label={t('payments.from_wallet')}
        options={wallets.map(({ id, name, currency }) => ({
          value: id,
          label: t('payments.wallet_named', { name, currency }),
        }))}
        required
      />
      <div className={flowStyles.stack8}>
        <RadioGroup
          {...form.field('destination_id')}
          cards
          legend={t('payments.destination')}
          options={[
            ...destinations.map(({ id, label, account, method }) => ({
              value: id,
              label,
              hint: account,
              icon: methodSigns[method],
            })),
            ...cards.map(({ deposit_id, method, account }) => ({
              value: deposit_id,
              label: t(`payments.method_${method}`),
              hint: account,
              icon: methodSigns[method],
            })),
          ]}
        />
        <DuesNote rows={dues} methods={[...destinations, ...cards].map(({ method }) => method)} />
        <p>
          <Link to="/payments/destinations">{t('payments.manage_destinations')}</Link>
        </p>
      </div>
      {isPaused && destination?.usable_from ? (
        <p>
          <DateTime at={destination.usable_from} within="payments.usable_from" />
        </p>
      ) : isConfirmed ? (
        <>
          <AfterFee amount={values.amount} terms={terms} />
          {destination.method === 'crypto' && <p>{t('payments.paid_in_coins')}</p>}
          <LimitsNote direction="withdrawal">
            <TierNote {...tier} />
          </LimitsNote>
          <p className={textStyles.soft}>{t('payments.code_follows')}</p>
          <div className={flowStyles.foot}>
            <Button type="submit" variant="primary" busy={form.busy}>
              {t('payments.withdraw_submit')}
            </Button>
          </div>
        </>
      ) : (
        <ConfirmFirst
          key={values.destination_id}
          card={card}
          destinationId={values.destination_id}
          onSaved={(id) => form.set('destination_id', id)}
        />
      )}
    </form>
  );
}

/** What the own tier gives of it, when it does. */
function TierNote({ tier, fee_off_percent: off, limit_factor: factor }: PaymentMethods['tier_terms']) {
  const t = useText();
  const format = useFormat();
  const name = { tier: t(`common.tier_${tier}`) };
  const sentences = [
    off === '100'
      ? t('payments.tier_no_fee', name)
      : off !== '0' && t('payments.tier_fee', { ...name, off: format.percent(off) }),
    factor !== '1' && t('payments.tier_limits', { ...name, factor: format.number(factor) }),
  ].filter(Boolean);
  return sentences.length > 0 && <p>{sentences.join(' ')}</p>;
}
