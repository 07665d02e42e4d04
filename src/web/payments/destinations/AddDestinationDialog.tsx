import { useQuery } from '@tanstack/react-query';
import type { PaymentMethod } from '#contract/payments/names.ts';
import { accountFields, payableSchemesOf, schemeOf, schemesOf } from '#contract/payments/payouts/schemes.ts';
import { useCountryOptions } from '#web/platform/i18n/use-country-options.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { methodsQuery, refreshDestinations } from '../payment-queries.ts';
import { AccountFields } from './AccountFields.tsx';

const noDetails = Object.fromEntries(accountFields.map((name) => [name, ''])) as Record<
  (typeof accountFields)[number],
  string
>;

/** Saves where money may be sent; an emailed link confirms it. */
export function AddDestinationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const home = useSignedIn().country;
  const countries = useCountryOptions();
  const {
    withdrawal: offers = [],
    payout_currencies: currencies = [],
    crypto_address_hours: hours = 0,
  } = useQuery({ ...methodsQuery, enabled: open }).data ?? {};
  // A card that is paid by is saved by its deposit: its number is never typed here.
  const methods = offers.filter(({ method: by }) => by !== 'card');
  const form = useCallForm({
    ...noDetails,
    account_type: 'current',
    method: 'bank_transfer',
    country: home,
    scheme: schemesOf(home)[0]?.name ?? '',
    label: '',
    account: '',
    bank: '',
  });
  const { method, country, label, account, bank, ...details } = form.values;
  const isBank = method === 'bank_transfer';
  const isCrypto = method === 'crypto';
  const schemes = payableSchemesOf(country, currencies);
  const scheme = schemes.find(({ name }) => name === form.values.scheme) ?? schemes[0] ?? schemeOf('swift');
  const unpaid = schemesOf(country).find(({ currency }) => currency && !currencies.includes(currency))?.currency;
  const cryptoHint = hours > 0 ? t('payments.crypto_address_hint_hours', { hours }) : t('payments.crypto_address_hint');
  const close = () => {
    form.reset();
    onClose();
  };
  const add = form.submit(async () => {
    const given = scheme.details.flatMap(({ name }) => (details[name] ? [[name, details[name]]] : []));
    const place = { scheme: scheme.name, country, details: Object.fromEntries(given), ...(bank && { bank }) };
    const body = { method: method as PaymentMethod, label, account, ...(isBank && place) };
    await sendOnce((idempotencyKey) => call('POST /api/payments/destinations/add', { body }, { idempotencyKey }));
    close();
    await refreshDestinations();
    toast({ text: t('payments.link_sent') });
  });
  return (
    <FormDialog
      open={open}
      title={t('payments.add_destination')}
      confirmText={t('payments.save_destination')}
      form={form}
      onSubmit={add}
      onClose={close}
    >
      <p>{t('payments.destination_explained')}</p>
      <SelectField
        {...form.field('method')}
        label={t('payments.method')}
        options={methods.map(({ method: value, name }) => ({ value, label: name }))}
        required
      />
      {isBank && (
        <ComboField
          {...form.field('country')}
          label={t('payments.account_country')}
          hint={currencies.length > 0 && unpaid && t('payments.account_abroad_hint', { currency: unpaid })}
          options={countries}
          required
        />
      )}
      {isBank && schemes.length > 1 && (
        <SelectField
          {...form.field('scheme')}
          value={scheme.name}
          label={t('payments.account_written_as')}
          options={schemes.map(({ name, account: { name: main } }) => ({
            value: name,
            label: t(`payments.account_${main}`),
          }))}
          required
        />
      )}
      {isBank ? (
        <AccountFields scheme={scheme} field={(name) => form.field(name)} />
      ) : (
        <TextField
          {...form.field('account')}
          label={t(isCrypto ? 'payments.crypto_address' : 'payments.card')}
          hint={isCrypto && cryptoHint}
          autoComplete="off"
          dir="ltr"
          maxLength={80}
          required
        />
      )}
      {isBank && <TextField {...form.field('bank')} label={t('payments.bank')} maxLength={80} />}
      <TextField
        {...form.field('label')}
        label={t('payments.label')}
        hint={t('payments.label_hint')}
        maxLength={40}
        required
      />
    </FormDialog>
  );
}
