import { cashDealTypes } from '#contract/trading/names.ts';
import type { Deal } from '#contract/trading/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useAskSupportColumn } from '#web/support/AskSupport.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { aboutTicket } from './support-links.ts';
import { costsOf } from './records/net.ts';
import styles from './RecordCells.module.css';

interface DealsTableProps {
  deals: readonly Deal[];
  /** Of the account that the deals belong to. */
  currency: string;
  /** Its number, where one may ask support about a deal. */
  account?: string;
}

const movesCash = (type: Deal['type']) => cashDealTypes.some((each) => each === type);

/** Deals, the latest first. Cash that came or went has a column of its own: it is no result. */
export function DealsTable({ deals, currency, account }: DealsTableProps) {
  const t = useText();
  const request = useAskSupportColumn<Deal>(({ ticket }) => aboutTicket('deal', account ?? '', ticket));
  const columns: Column<Deal>[] = [
    { key: 'at', header: t('trading.at'), bare: true, cell: ({ at }) => <DateTime at={at} /> },
    { key: 'type', header: t('trading.deal'), leads: true, cell: (deal) => <Kind deal={deal} /> },
    { key: 'symbol', header: t('trading.instrument'), bare: true, cell: (deal) => <Instrument deal={deal} /> },
    ...(account === undefined ? [] : [request]),
    {
      key: 'costs',
      header: t('trading.costs'),
      numeric: true,
      cell: (deal) => <Costs deal={deal} currency={currency} />,
    },
    {
      key: 'profit',
      header: t('trading.profit'),
      numeric: true,
      cell: ({ type, profit }) => !movesCash(type) && <Movement amount={profit} currency={currency} />,
    },
    {
      key: 'cash',
      header: t('trading.cash'),
      numeric: true,
      cell: ({ type, cash }) => movesCash(type) && <Sum amount={cash} currency={currency} />,
    },
  ];
  return (
    <DataTable caption={t('trading.deals_caption')} columns={columns} rows={deals} rowKey={({ ticket }) => ticket} />
  );
}

function Kind({ deal: { type, entry, ticket, comment } }: { deal: Deal }) {
  const t = useText();
  return (
    <>
      {entry
        ? t('trading.type_and_entry', { type: t(`trading.type_${type}`), entry: t(`trading.entry_${entry}`) })
        : t(`trading.type_${type}`)}
      <p className={styles.more}>
        <bdi>{t('trading.ticket', { ticket })}</bdi>
      </p>
      {comment && (
        <p className={styles.more} dir="auto">
          {comment}
        </p>
      )}
    </>
  );
}

function Instrument({ deal: { symbol, volume, price } }: { deal: Deal }) {
  const t = useText();
  const format = useFormat();
  if (symbol === null) return <span className={styles.more}>{t('trading.no_instrument')}</span>;
  return (
    <>
      <bdi>{symbol}</bdi>
      {volume !== null && price !== null && (
        <p className={styles.more}>
          {t('trading.volume_at_price', {
            volume: format.price(volume),
            price: format.price(price),
          })}
        </p>
      )}
    </>
  );
}

/** Swap, commission and fee as one figure; each of them beneath, where there is more than one. */
function Costs({ deal, currency }: { deal: Deal; currency: string }) {
  const t = useText();
  const format = useFormat();
  const parts = (['commission', 'swap', 'fee'] as const).filter((name) => /[1-9]/.test(deal[name]));
  return (
    <>
      <Sum amount={costsOf(deal, currency)} currency={currency} />
      {parts.length > 1 &&
        parts.map((name) => (
          <p key={name} className={styles.more}>
            {t(`trading.cost_${name}`, { amount: format.price(deal[name]) })}
          </p>
        ))}
    </>
  );
}
