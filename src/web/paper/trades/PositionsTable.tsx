import { Layers, Pencil, X } from 'lucide-react';
import type { Position } from '#contract/trading/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Price } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Result } from '../Result.tsx';
import { useIsOpen } from '../terminal-queries.ts';
import { usePlain } from '../use-plain.ts';
import styles from './PositionsTable.module.css';
import { SideAndVolume, SymbolButton } from './SymbolButton.tsx';
import { usePositionDialogs, type PositionActs } from './use-position-dialogs.tsx';

/** Open positions at present prices; each may be closed or changed. */
export function PositionsTable({ positions }: { positions: readonly Position[] }) {
  const t = useText();
  const plain = usePlain();
  const { acts, dialogs } = usePositionDialogs();
  if (positions.length === 0) return <NoPositions />;
  const price = (of: string | null) => (of === null ? '–' : <Price price={of} />);
  const columns: Column<Position>[] = [
    { key: 'symbol', header: t('terminal.instrument'), cell: ({ symbol }) => <SymbolButton symbol={symbol} /> },
    { key: 'side', header: t('trading.volume'), cell: (position) => <SideAndVolume record={position} /> },
    { key: 'opened', header: t('terminal.opened'), cell: ({ opened_at }) => <DateTime at={opened_at} /> },
    { key: 'open', header: t('terminal.open_price'), numeric: true, cell: ({ open_price }) => price(open_price) },
    { key: 'price', header: t('terminal.now'), numeric: true, cell: (position) => price(position.price) },
    { key: 'sl', header: t('terminal.sl'), numeric: true, cell: ({ sl }) => price(sl) },
    { key: 'tp', header: t('terminal.tp'), numeric: true, cell: ({ tp }) => price(tp) },
    { key: 'swap', header: t('terminal.swap'), numeric: true, cell: ({ swap }) => <bdi>{plain.change(swap)}</bdi> },
    { key: 'profit', header: t('terminal.profit'), numeric: true, cell: ({ profit }) => <Result amount={profit} /> },
    {
      key: 'acts',
      header: t('terminal.actions'),
      cell: (position) => <PositionButtons position={position} acts={acts} />,
    },
  ];
  return (
    <div className={styles.table}>
      <DataTable
        caption={t('terminal.tab_positions')}
        columns={columns}
        rows={positions}
        rowKey={({ ticket }) => ticket}
      />
      {dialogs}
    </div>
  );
}

export function NoPositions() {
  const t = useText();
  return <EmptyState icon={Layers} title={t('terminal.no_positions')} text={t('terminal.no_positions_text')} />;
}

/** Neither act is possible while the market is closed. */
export function PositionButtons({ position, acts }: { position: Position; acts: PositionActs }) {
  const t = useText();
  const isOpen = useIsOpen(position.symbol);
  const named = { symbol: position.symbol, ticket: position.ticket };
  const title = (act: string) => (isOpen ? act : t('terminal.closed'));
  return (
    <div className={styles.acts}>
      <IconButton
        label={t('terminal.change_named', named)}
        title={title(t('terminal.change'))}
        disabled={!isOpen}
        onClick={() => acts.change(position)}
      >
        <Pencil {...icon} size={16} />
      </IconButton>
      <IconButton
        label={t('terminal.close_named', named)}
        title={title(t('terminal.close'))}
        disabled={!isOpen}
        onClick={() => acts.close(position)}
      >
        <X {...icon} />
      </IconButton>
    </div>
  );
}
