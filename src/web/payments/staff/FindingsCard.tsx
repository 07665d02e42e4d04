import { useState } from 'react';
import type { Finding } from '#contract/payments/provider-endpoints.ts';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime, RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import textStyles from '#web/ui/Text.module.css';
import { CloseFindingDialog } from './CloseFindingDialog.tsx';
import { mayDecide } from './may-decide.ts';
import { useFindings } from './queue-queries.ts';

/** What providers have reported about payments, or about one of them; hidden without any. */
export function FindingsCard({ paymentId }: { paymentId?: string }) {
  const t = useText();
  const user = useSignedIn();
  const [closing, setClosing] = useState<Finding | null>(null);
  const query = useFindings(paymentId);
  const rows = query.data?.pages.flatMap(({ findings }) => findings) ?? [];
  if (rows.length === 0) return null;
  const columns: Column<Finding>[] = [
    { key: 'what', header: t('payments.finding'), cell: (finding) => <What finding={finding} /> },
    ...(paymentId === undefined
      ? [
          {
            key: 'payment',
            header: t('payments.request'),
            cell: ({ payment }: Finding) => (
              <Link to={`/admin/money/${payment.id}`}>
                <RecordNumber value={payment.number} />
              </Link>
            ),
          },
          { key: 'client', header: t('payments.client'), cell: ({ client }: Finding) => <bdi>{client.name}</bdi> },
        ]
      : []),
    {
      key: 'amount',
      header: t('payments.amount'),
      numeric: true,
      cell: ({ amount, amount_minor: minor, currency }) => {
        if (minor === null || currency === null) return null;
        if (amount === null) return t('payments.amount_unknown', { currency, amount: minor });
        return <Sum amount={amount} currency={currency} />;
      },
    },
    ...(mayDecide(user)
      ? [
          {
            key: 'acts',
            header: t('payments.actions'),
            cell: (finding: Finding) => (
              <Button onClick={() => setClosing(finding)}>{t('payments.finding_close')}</Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Card title={t('payments.findings_title')} flush>
      <DataTable caption={t('payments.findings_title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
      <MoreButton query={query} />
      {closing && <CloseFindingDialog finding={closing} onClose={() => setClosing(null)} />}
    </Card>
  );
}

function What({ finding: { kind, answer_by: answerBy, found_at: foundAt } }: { finding: Finding }) {
  const t = useText();
  return (
    <>
      {t(`payments.finding_${kind}`)}
      <p className={textStyles.soft}>
        {answerBy ? <DateTime at={answerBy} within="payments.finding_answer_by" /> : <RelativeTime at={foundAt} />}
      </p>
    </>
  );
}
