import type { Basis } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import styles from './TierTable.module.css';

type Row = Basis['by_tier'][number];

/** What each tier requested and got, the part as a bar. */
export function TierTable({ rows }: { rows: readonly Row[] }) {
  const t = useText();
  const format = useFormat();
  const count = (key: 'applicants' | 'requested' | 'allotted', header: string): Column<Row> => ({
    key,
    header,
    numeric: true,
    cell: (row) => format.number(row[key]),
  });
  const columns: Column<Row>[] = [
    { key: 'tier', header: t('ipo.tier'), bare: true, cell: ({ tier }) => t(`common.tier_${tier}`) },
    { key: 'weight', header: t('ipo.weight'), numeric: true, cell: ({ weight }) => format.number(weight) },
    count('applicants', t('ipo.applicants')),
    count('requested', t('ipo.requested')),
    count('allotted', t('ipo.allotted')),
    {
      key: 'served',
      header: t('ipo.served'),
      numeric: true,
      beside: true,
      labelled: true,
      cell: ({ served, applicants }) => t('ipo.of', { part: format.number(served), whole: format.number(applicants) }),
    },
    { key: 'part', header: t('ipo.part_allotted'), cell: (row) => <Part row={row} /> },
  ];
  return <DataTable caption={t('ipo.by_tier')} columns={columns} rows={rows} rowKey={({ tier }) => tier} />;
}

function Part({ row: { requested, allotted } }: { row: Row }) {
  const t = useText();
  const format = useFormat();
  const text = format.share(requested === 0 ? 0 : (allotted / requested) * 100);
  return (
    <div className={styles.part}>
      <bdi>{text}</bdi>
      <Meter label={t('ipo.part_allotted')} value={allotted} max={requested} valueText={text} />
    </div>
  );
}
