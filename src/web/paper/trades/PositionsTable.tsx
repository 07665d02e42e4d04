import { Layers } from 'lucide-react';
import { useState } from 'react';
import type { Position } from '#contract/trading/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Price } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Direction } from '#web/trading/RecordCells.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ClosePositionDialog } from './ClosePositionDialog.tsx';
import { LevelsDialog } from './LevelsDialog.tsx';
import { Levels } from './Levels.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** Open positions at present prices; each may be closed or changed. */
export function PositionsTable({ positions, currency }: { positions: readonly Position[]; currency: string }) {
  const t = useText();
  const [closing, setClosing] = useState<Position | null>(null);
  const [changing, setChanging] = useState<Position | null>(null);
  if (positions.length === 0)
    return <EmptyState icon={Layers} title={t('terminal.no_positions')} text={t('terminal.no_positions_text')} />;
  const columns: Column<Position>[] = [
    { key: 'symbol', header: t('terminal.instrument'), cell: (position) => <Direction record={position} /> },
    { key: 'opened', header: t('terminal.opened'), cell: ({ opened_at }) => <DateTime at={opened_at} /> },
    {
      key: 'open',
      header: t('terminal.open_price'),
      numeric: true,
      cell: ({ open_price }) => <Price price={open_price} />,
    },
    {
      key: 'price',
      header: t('terminal.now'),
      numeric: true,
      cell: ({ price }) => (price === null ? '–' : <Price price={price} />),
    },
    { key: 'levels', header: t('terminal.levels'), numeric: true, cell: (position) => <Levels record={position} /> },
    {
      key: 'swap',
      header: t('terminal.swap'),
      numeric: true,
      cell: ({ swap }) => <Movement amount={swap} currency={currency} />,
    },
    {
      key: 'profit',
      header: t('terminal.profit'),
      numeric: true,
      cell: ({ profit }) => <Movement amount={profit} currency={currency} />,
    },
    {
      key: 'acts',
      header: t('terminal.actions'),
      cell: (position) => (
        <div className={flowStyles.row4}>
          <Button
            size="small"
            aria-label={t('terminal.change_named', { symbol: position.symbol, ticket: position.ticket })}
            onClick={() => setChanging(position)}
          >
            {t('terminal.change')}
          </Button>
          <Button
            size="small"
            aria-label={t('terminal.close_named', { symbol: position.symbol, ticket: position.ticket })}
            onClick={() => setClosing(position)}
          >
            {t('terminal.close')}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption={t('terminal.tab_positions')}
        columns={columns}
        rows={positions}
        rowKey={({ ticket }) => ticket}
      />
      {closing && <ClosePositionDialog position={closing} onClose={() => setClosing(null)} />}
      {changing && <LevelsDialog subject={{ position: changing }} onClose={() => setChanging(null)} />}
    </>
  );
}
