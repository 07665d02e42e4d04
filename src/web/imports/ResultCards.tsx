import { CircleCheckBig } from 'lucide-react';
import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { requiredFields, rowOutcomes } from '#contract/imports/names.ts';
import { download } from '#web/platform/files/download.ts';
import { DownloadButton } from '#web/platform/files/DownloadButton.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { State } from '#web/ui/State.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { StackBar } from '#web/ui/figures/StackBar.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { fieldNames } from './field-names.ts';

/** How many rows became what; the report has each of them. */
export function ResultCard({ run }: { run: ImportDetails }) {
  const t = useText();
  const format = useFormat();
  const all = rowOutcomes.reduce((sum, outcome) => sum + run.counts[outcome], 0);
  return (
    <Card
      title={t('imports.result')}
      actions={
        <DownloadButton
          size="small"
          text={t('imports.report')}
          action={() => download('GET /api/staff/imports/report', { query: { run_id: run.id } })}
        />
      }
    >
      <Hero label={t(`approvals.import_${run.subject}`)} value={format.number(run.counts.new + run.counts.imported)}>
        <StackBar
          parts={rowOutcomes
            .filter((outcome) => run.counts[outcome] > 0)
            .map((outcome) => ({
              key: outcome,
              label: t(`imports.outcome_${outcome}`),
              value: format.number(run.counts[outcome]),
              percent: (run.counts[outcome] / all) * 100,
            }))}
        />
        {run.levels.length > 0 && (
          <p className={lines.facts}>
            {run.levels.map(({ level, count }) => (
              <span key={level}>
                {format.label(t(`staff.level_${level as 0 | 1 | 2 | 3 | 4}`))}
                {format.number(count)}
              </span>
            ))}
          </p>
        )}
        {run.result && (
          <p className={lines.facts}>
            {(['approved', 'imported', 'left_out'] as const).map((part) => (
              <span key={part}>
                {format.label(t(`imports.result_${part}`))}
                {format.number(run.result?.[part] ?? 0)}
              </span>
            ))}
          </p>
        )}
      </Hero>
    </Card>
  );
}

type Total = ImportDetails['totals'][number];

/** The money of new clients or accounts and what of it is in the ledger; in the end, of what was approved, and what was left out. */
export function TotalsCard({ run: { totals, result } }: { run: ImportDetails }) {
  const t = useText();
  const columns: Column<Total>[] = [
    { key: 'currency', header: t('reconciliation.currency'), cell: ({ currency }) => currency },
    {
      key: 'amount',
      header: t(result ? 'imports.result_approved' : 'imports.totals'),
      numeric: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      key: 'posted',
      header: t(result ? 'imports.result_imported' : 'imports.posted'),
      numeric: true,
      cell: ({ posted, currency }) => <Money amount={posted} currency={currency} />,
    },
    ...(result
      ? [
          {
            key: 'left_out',
            header: t('imports.result_left_out'),
            numeric: true,
            cell: ({ left_out: amount, currency }: Total) =>
              amount !== null && <Money amount={amount} currency={currency} />,
          },
        ]
      : []),
  ];
  return (
    <Card title={t('imports.totals')} flush>
      {totals.length === 0 ? (
        <EmptyState icon={CircleCheckBig} title={t('imports.totals_none')} text={t('imports.totals_none_text')} />
      ) : (
        <DataTable caption={t('imports.totals')} columns={columns} rows={totals} rowKey={({ currency }) => currency} />
      )}
    </Card>
  );
}

type Faulty = ImportDetails['faulty'][number];

/** The first rows that were refused or differ, with each field and reason. */
export function FaultyCard({ run: { faulty, subject } }: { run: ImportDetails }) {
  const t = useText();
  const format = useFormat();
  const columns: Column<Faulty>[] = [
    { key: 'line', header: t('imports.line'), cell: ({ line }) => line },
    {
      key: 'id',
      header: t(fieldNames[requiredFields[subject][0]]),
      cell: ({ outside_id: id }) => <bdi>{id ?? '–'}</bdi>,
    },
    { key: 'outcome', header: t('imports.result'), bare: true, cell: (row) => <Outcome row={row} /> },
    {
      key: 'reason',
      header: t('imports.reason'),
      cell: ({ faults }) =>
        faults.map(({ field, code }) => (
          <p key={`${field} ${code}`}>
            {field && format.label(t(fieldNames[field] as 'imports.field_tags'))}
            {t(`imports.fault_${code}`)}
          </p>
        )),
    },
  ];
  return (
    <Card title={t('imports.faulty')} flush>
      {faulty.length === 0 ? (
        <EmptyState icon={CircleCheckBig} title={t('imports.faulty_none')} text={t('imports.faulty_none_text')} />
      ) : (
        <DataTable caption={t('imports.faulty')} columns={columns} rows={faulty} rowKey={({ line }) => String(line)} />
      )}
    </Card>
  );
}

function Outcome({ row: { outcome } }: { row: Faulty }) {
  const t = useText();
  return <State tone={outcome === 'refused' ? 'negative' : 'warning'}>{t(`imports.outcome_${outcome}`)}</State>;
}
