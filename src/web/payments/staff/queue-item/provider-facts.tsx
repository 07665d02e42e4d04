import type { AtProvider } from '#contract/payments/provider-endpoints.ts';
import type { useFormat } from '#web/platform/i18n/format.ts';
import type { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';

/** A payment by card, or a payout, as its provider has it, for the list of facts. */
export function providerFacts(
  at: AtProvider,
  t: ReturnType<typeof useText>,
  format: Pick<ReturnType<typeof useFormat>, 'country'>,
) {
  const { name, id, answer, received, received_minor: minor, received_currency: currency, holder } = at;
  const { card_country: country } = at;
  return [
    { term: t('payments.at_provider'), details: <bdi>{name}</bdi> },
    ...(id ? [{ term: t('payments.at_provider_id'), details: <bdi dir="ltr">{id}</bdi> }] : []),
    ...(answer ? [{ term: t('payments.at_provider_answer'), details: <bdi dir="ltr">{answer}</bdi> }] : []),
    ...(minor && currency
      ? [
          {
            term: t('payments.at_provider_received'),
            details: received ? (
              <Sum amount={received} currency={currency} />
            ) : (
              t('payments.amount_unknown', { currency, amount: minor })
            ),
          },
        ]
      : []),
    ...(holder ? [{ term: t('payments.at_provider_holder'), details: <bdi>{holder}</bdi> }] : []),
    ...(country ? [{ term: t('payments.at_provider_country'), details: format.country(country) }] : []),
  ];
}
