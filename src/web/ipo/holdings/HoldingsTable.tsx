import type { IpoHolding } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { useAskSupportColumn } from '#web/support/AskSupport.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { EarlyExitButton } from './EarlyExitButton.tsx';
import { LockUpClock } from './LockUpClock.tsx';
import { SellButton } from './SellButton.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Stack.module.css';

/** Shares by offering: how many are free, until when the rest is locked, what they cost and what they are worth. */
export function HoldingsTable({ holdings }: { holdings: readonly IpoHolding[] }) {
  const t = useText();
  const request = useAskSupportColumn<IpoHolding>(({ stock_id: id, ticker }) => ({
    type: 'holding',
    id,
    name: ticker,
  }));
  const columns: Column<IpoHolding>[] = [
    { key: 'issuer', header: t('ipo.issuer'), cell: (holding) => <Named holding={holding} /> },
    { key: 'state', header: t('ipo.state'), bare: true, cell: (holding) => <LockUpClock holding={holding} /> },
    {
      key: 'cost',
      header: t('ipo.cost_with_fees'),
      numeric: true,
      wide: true,
      cell: ({ cost, currency }) => <Sum amount={cost} currency={currency} />,
    },
    {
      key: 'value',
      header: t('ipo.value'),
      numeric: true,
      beside: true,
      cell: (holding) => <Value holding={holding} />,
    },
    {
      key: 'result',
      header: t('ipo.result'),
      numeric: true,
      bare: true,
      cell: ({ result, currency }) => <Movement amount={result} currency={currency} />,
    },
    { key: 'act', header: t('ipo.sell'), bare: true, cell: (holding) => <Way holding={holding} /> },
    request,
  ];
  return (
    <DataTable caption={t('ipo.holdings')} columns={columns} rows={holdings} rowKey={({ stock_id }) => stock_id} />
  );
}

function Named({ holding: { stock_id, issuer, ticker, quantity, free_quantity } }: { holding: IpoHolding }) {
  const t = useText();
  const isFreeInPart = free_quantity > 0 && free_quantity < quantity;
  return (
    <>
      <Link to={`/ipo/calendar/${stock_id}`}>
        <bdi>{t('ipo.issuer_named', { issuer, ticker })}</bdi>
      </Link>
      <p className={styles.line}>
        <span>{t('ipo.shares', { count: quantity })}</span>
        {isFreeInPart && <span>{t('ipo.free_shares', { count: free_quantity })}</span>}
      </p>
    </>
  );
}

function Value({ holding: { value, price, priced_at, currency } }: { holding: IpoHolding }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <Sum amount={value} currency={currency} />
      <p className={textStyles.soft}>
        {price && priced_at ? (
          <span title={format.exactTime(priced_at)}>
            {t('ipo.at_price', { price: format.symbol(price, currency) })}
          </span>
        ) : (
          t('ipo.at_cost')
        )}
      </p>
    </>
  );
}

/** How shares can be sold now: freely, early at a cost, or not yet. */
function Way({ holding }: { holding: IpoHolding }) {
  if (holding.free_quantity > 0) return <SellButton holding={holding} />;
  if (holding.state === 'in_lock_up' && holding.early_exit_percent !== null)
    return <EarlyExitButton holding={holding} />;
  return null;
}
