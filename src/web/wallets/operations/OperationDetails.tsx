import type { OpenedOperation } from '#contract/wallets/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { MoneyText } from '#web/ui/figures/Amount.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { clientView, type PostingLine } from './client-view.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './OperationDetails.module.css';
import { OperationReference } from './OperationReference.tsx';
import { screenOf } from './reference-screen.ts';
import { usePostingName } from './use-posting-name.ts';

/** Facts of one operation, then what it changed in the client's accounts and what that is made of. */
export function OperationDetails({ operation }: { operation: OpenedOperation }) {
  const t = useText();
  const nameOf = usePostingName();
  const facts = useFacts(operation);
  const lines = clientView(operation.postings);
  const columns: Column<PostingLine>[] = [
    { key: 'account', header: t('wallets.posting_account'), cell: nameOf },
    {
      key: 'amount',
      header: t('wallets.amount'),
      numeric: true,
      cell: (line) => <LineAmount line={line} />,
    },
    {
      key: 'balance_after',
      header: t('wallets.balance_after'),
      numeric: true,
      cell: ({ balance_after, currency }) =>
        balance_after === null ? '' : <Sum amount={balance_after} currency={currency} />,
    },
  ];
  return (
    <div className={flowStyles.stack}>
      <DescriptionList items={facts} />
      <div className={styles.postings}>
        <DataTable
          caption={t('wallets.postings_title')}
          columns={columns}
          rows={lines}
          rowKey={({ account, wallet_id, detail, currency }) => [account, wallet_id, detail, currency].join(' ')}
        />
      </div>
      {lines.some(({ isOwn }) => !isOwn) && <p className={textStyles.soft}>{t('wallets.postings_note')}</p>}
    </div>
  );
}

function LineAmount({ line: { amount, currency } }: { line: PostingLine }) {
  const format = useFormat();
  return <MoneyText text={format.symbol(amount, currency, { signed: true })} />;
}

function useFacts({ id, at, by, reason, reference, hold, conversion, postings }: OpenedOperation) {
  const t = useText();
  const format = useFormat();
  const currency = postings.find(({ wallet_id }) => wallet_id)?.currency ?? '';
  return [
    { term: t('wallets.at'), details: <DateTime at={at} /> },
    { term: t('wallets.done_by'), details: t(`wallets.by_${by}`) },
    ...(reason ? [{ term: t('wallets.hold_reason'), details: <span dir="auto">{reason}</span> }] : []),
    ...(screenOf(reference)
      ? [{ term: t('wallets.behind_it'), details: <OperationReference reference={reference} /> }]
      : []),
    ...(conversion
      ? [
          {
            term: t('wallets.rate'),
            details: t('wallets.rate_value', {
              from: conversion.from_currency,
              rate: format.number(conversion.rate, 10),
              to: conversion.to_currency,
            }),
          },
          { term: t('wallets.spread'), details: format.percent(conversion.spread_percent) },
        ]
      : []),
    ...(hold
      ? [
          {
            term: t('wallets.hold_behind'),
            details: t('wallets.hold_behind_value', {
              amount: format.symbol(hold.amount, currency),
              reason: t(`wallets.hold_${hold.reason}`),
              date: format.date(hold.at),
            }),
          },
        ]
      : []),
    { term: t('wallets.number'), details: <bdi className={styles.number}>{id}</bdi> },
  ];
}
