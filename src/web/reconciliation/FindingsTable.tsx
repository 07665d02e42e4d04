import type { FindingResult } from '#contract/reconciliation/names.ts';
import type { ReconciliationFinding } from '#contract/reconciliation/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Money } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';

import { State } from '#web/ui/State.tsx';
import type { Tone } from '#web/ui/tone.ts';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { mayExplain } from './may-explain.ts';
import textStyles from '#web/ui/Text.module.css';

type Finding = ReconciliationFinding;

const toneOf = (result: FindingResult): Tone =>
  result === 'matched' ? 'neutral' : result === 'unasked' ? 'warning' : 'negative';

interface FindingsTableProps {
  rows: readonly Finding[];
  onExplain: (finding: Finding) => void;
}

/** Our amount, the amount of the other side, and why they differ. */
export function FindingsTable({ rows, onExplain }: FindingsTableProps) {
  const t = useText();
  const may = mayExplain(useSignedIn());
  const amount = (key: 'here' | 'there' | 'difference'): Column<Finding> => ({
    key,
    header: t(`reconciliation.${key}`),
    numeric: true,
    cell: ({ [key]: value, currency }) =>
      value === null || currency === null ? '–' : <Money amount={value} currency={currency} exact />,
  });
  const columns: Column<Finding>[] = [
    { key: 'what', header: t('reconciliation.what'), cell: (finding) => <What finding={finding} /> },
    {
      key: 'result',
      header: t('reconciliation.result'),
      cell: ({ result }) => <State tone={toneOf(result)}>{t(`reconciliation.result_${result}`)}</State>,
    },
    amount('here'),
    amount('there'),
    amount('difference'),
    {
      key: 'note',
      header: t('reconciliation.note'),
      cell: (finding) => <Note finding={finding} onExplain={may ? () => onExplain(finding) : null} />,
    },
  ];
  // A broken rule has no amounts and cannot be explained away.
  const shown = rows.every(({ rule }) => rule !== null) ? columns.slice(0, 2) : columns;
  return <DataTable caption={t('reconciliation.findings')} columns={shown} rows={rows} rowKey={({ id }) => id} />;
}

function What({ finding }: { finding: Finding }) {
  const t = useText();
  const format = useFormat();
  const { rule, row, why, reference, on, payment, trading_account_id: number, client, unanswered } = finding;
  return (
    <>
      {[rule, row, why].map(
        (words) =>
          words && (
            <p key={words}>
              <code className={textStyles.code} translate="no">
                {words}
              </code>
            </p>
          ),
      )}
      {reference && reference !== payment?.number && <bdi>{reference}</bdi>}{' '}
      {payment && (
        <Link to={`/admin/money/${payment.id}`}>
          <RecordNumber value={payment.number} />
        </Link>
      )}{' '}
      {number && <RecordNumber value={number} />}
      {client && (
        <p>
          <Link to={`/admin/clients/${client.id}`}>
            <bdi>{client.name}</bdi>
          </Link>
        </p>
      )}
      {on && <p className={textStyles.soft}>{format.day(on)}</p>}
      {unanswered > 0 && <p className={textStyles.soft}>{t('reconciliation.unanswered', { count: unanswered })}</p>}
    </>
  );
}

function Note({ finding: { result, note }, onExplain }: { finding: Finding; onExplain: (() => void) | null }) {
  const t = useText();
  if (note) {
    return (
      <>
        <bdi>{note.text}</bdi>
        <p className={textStyles.soft}>
          <bdi>{note.by}</bdi> · <DateTime at={note.at} />
        </p>
      </>
    );
  }
  if (result === 'matched' || result === 'broken' || !onExplain) return '–';
  return (
    <Button size="small" onClick={onExplain}>
      {t('reconciliation.explain')}
    </Button>
  );
}
