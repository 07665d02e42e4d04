import { History } from 'lucide-react';
import { ipoDeskActs, type IpoDeskAct } from '#contract/ipo-staff-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { DeskInfo } from './offering-queries.ts';
import { HistoryDetails } from './HistoryDetails.tsx';

type Entry = DeskInfo['history'][number];

const isKnown = (act: string): act is IpoDeskAct => (ipoDeskActs as readonly string[]).includes(act);

/** Who of the staff did what. */
export function DeskHistoryCard({ info: { history, terms } }: { info: DeskInfo }) {
  const t = useText();
  const nameOf = (act: string) => {
    const name = act.replace(/^ipo_desk\./, '');
    return isKnown(name) ? t(`offerings.act_${name}`) : name;
  };
  const columns: Column<Entry>[] = [
    { key: 'at', header: t('offerings.at'), bare: true, cell: ({ at }) => <When at={at} /> },
    { key: 'act', header: t('offerings.act'), bare: true, cell: ({ act }) => nameOf(act) },
    { key: 'by', header: t('offerings.by'), bare: true, cell: ({ by }) => <bdi>{by}</bdi> },
    {
      key: 'details',
      header: t('offerings.details'),
      bare: true,
      cell: ({ details }) => <HistoryDetails details={details} currency={terms.currency} />,
    },
  ];
  return (
    <Card title={t('offerings.history')} flush>
      {history.length === 0 ? (
        <EmptyState icon={History} title={t('offerings.no_history')} />
      ) : (
        <DataTable
          caption={t('offerings.history')}
          columns={columns}
          rows={history}
          rowKey={({ at, act }) => `${at} ${act}`}
          compact
        />
      )}
    </Card>
  );
}
