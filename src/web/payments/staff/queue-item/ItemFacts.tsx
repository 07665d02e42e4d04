import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import type { Term } from '#web/ui/tables/DescriptionList.tsx';
import { Facts } from '#web/ui/tables/Facts.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import type { Item } from '../queue-queries.ts';
import { coinsFacts } from '../../coins-facts.tsx';
import { fieldText } from '../../destinations/field-text.ts';
import { providerFacts } from './provider-facts.tsx';

/** Amounts, places and persons of a request, with what staff wrote to one another. */
export function ItemFacts({
  item: {
    payment,
    info,
    destination_account,
    destination_details,
    reverses,
    reversed_by,
    note,
    bank_reference,
    at_provider,
    maker,
    approvals,
  },
}: {
  item: Item;
}) {
  const t = useText();
  const { currency } = payment;
  const account = destination_account ?? payment.account;
  const { holder, country } = info.destination ?? {};
  const format = useFormat();
  const items: Term[] = [
    // Who pays by hand pays this, not the amount in the head.
    ...(payment.net !== payment.amount
      ? [{ term: t(`payments.net_${payment.kind}`), details: <Sum amount={payment.net} currency={currency} /> }]
      : []),
    ...(/[1-9]/.test(payment.fee)
      ? [{ term: t('payments.fee'), details: <Sum amount={payment.fee} currency={currency} /> }]
      : []),
    ...(reverses ? [{ term: t('payments.reverses'), details: <OtherPayment {...reverses} /> }] : []),
    ...(reversed_by ? [{ term: t('payments.reversed_by'), details: <OtherPayment {...reversed_by} /> }] : []),
    ...(payment.method ? [{ term: t('payments.method'), details: t(`payments.method_${payment.method}`) }] : []),
    ...(account ? [{ term: t('payments.account'), details: <bdi>{account}</bdi> }] : []),
    ...(holder ? [{ term: t('payments.holder'), details: <bdi>{holder}</bdi> }] : []),
    ...(country ? [{ term: t('payments.account_country'), details: format.country(country) }] : []),
    ...destination_details.map(({ field, value }) => ({
      term: t(`payments.account_${field}`),
      details: <bdi>{fieldText(t, field, value)}</bdi>,
    })),
    ...(info.reference ? [{ term: t('payments.reference'), details: <bdi>{info.reference}</bdi> }] : []),
    ...(payment.category
      ? [{ term: t('payments.category'), details: t(`payments.category_${payment.category}`) }]
      : []),
    ...(at_provider ? providerFacts(at_provider, t, format) : []),
    ...coinsFacts(info, t),
    ...(note ? [{ term: t('payments.note'), details: <span dir="auto">{note}</span> }] : []),
    ...approvals
      .filter(({ same_network: same, withdrawn }) => same && !withdrawn)
      .map(({ by, overrule }) => ({
        term: t('payments.same_network'),
        details: <bdi>{overrule ? `${by} · ${overrule}` : by}</bdi>,
      })),
  ];
  return (
    <Facts
      rest={t('payments.facts')}
      items={items}
      folded={[
        { term: t('payments.created'), details: <DateTime at={payment.created_at} /> },
        ...(currency !== 'USD'
          ? [{ term: t('payments.value'), details: <Sum amount={payment.usd} currency="USD" /> }]
          : []),
        ...(bank_reference && bank_reference !== at_provider?.id
          ? [{ term: t('payments.bank_reference'), details: <bdi>{bank_reference}</bdi> }]
          : []),
        { term: t('payments.maker'), details: <bdi>{maker.name}</bdi> },
      ]}
    />
  );
}

const OtherPayment = ({ id, number }: { id: string; number: string }) => (
  <Link to={`/admin/money/${id}`}>
    <RecordNumber value={number} />
  </Link>
);
