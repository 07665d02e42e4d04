import { History } from 'lucide-react';
import { ipoDeskActs, type IpoDeskAct } from '#contract/ipo-desk-names.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { DeskInfo } from './desk-queries.ts';

type Entry = DeskInfo['history'][number];

const isKnown = (act: string): act is IpoDeskAct => (ipoDeskActs as readonly string[]).includes(act);

/** Who of the staff did what. */
export function DeskHistoryCard({ info: { history } }: { info: DeskInfo }) {
  const t = useText();
  const nameOf = (act: string) => {
    const name = act.replace(/^ipo_desk\./, '');
    return isKnown(name) ? t(`ipo_desk.act_${name}`) : name;
  };
  const columns: Column<Entry>[] = [
    { key: 'at', header: t('ipo_desk.at'), cell: ({ at }) => <When at={at} /> },
    { key: 'act', header: t('ipo_desk.act'), cell: ({ act }) => nameOf(act) },
    { key: 'by', header: t('ipo_desk.by'), cell: ({ by }) => <bdi>{by}</bdi> },
    {
      key: 'details',
      header: t('ipo_desk.details'),
      cell: ({ details }) => <span dir="auto">{Object.values(details).join(' · ')}</span>,
    },
  ];
  return (
    <Card title={t('ipo_desk.history')} flush>
      {history.length === 0 ? (
        <EmptyState icon={History} title={t('ipo_desk.no_history')} />
      ) : (
        <DataTable
          caption={t('ipo_desk.history')}
          columns={columns}
          rows={history}
          rowKey={({ at, act }) => `${at} ${act}`}
        />
      )}
    </Card>
  );
}
