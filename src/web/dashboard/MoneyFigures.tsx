import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { LineChart } from '#web/platform/charts/LineChart.tsx';
import { Movement, Money } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './Dashboard.module.css';

type MoneyTotals = NonNullable<Dashboard['money']>;
type Line = MoneyTotals['currencies'][number];

/** What came in and went out in 30 days, and what clients have. */
export function MoneyFigures({ money }: { money: MoneyTotals }) {
  const t = useText();
  const format = useFormat();
  const { flow, days, currencies, wallets, accounts, rated_at: ratedAt } = money;
  const usd = (amount: string) => format.money(amount, 'USD');
  const amount = (key: 'in' | 'out' | 'wallets' | 'accounts'): Column<Line> => ({
    key,
    header: t(`dashboard.${key}`),
    numeric: true,
    cell: (line) => <Money amount={line[key]} currency={line.currency} />,
  });
  const columns: Column<Line>[] = [
    { key: 'currency', header: t('dashboard.currency'), bare: true, cell: ({ currency }) => <b>{currency}</b> },
    amount('in'),
    amount('out'),
    {
      key: 'net',
      header: t('dashboard.net'),
      numeric: true,
      cell: ({ net, currency }) => <Movement amount={net} currency={currency} />,
    },
    amount('wallets'),
    amount('accounts'),
  ];
  return (
    <div className={flowStyles.column}>
      <Figures>
        <Stat label={t('dashboard.in')} value={<Money amount={flow.in} currency="USD" />} />
        <Stat label={t('dashboard.out')} value={<Money amount={flow.out} currency="USD" />} />
        <Stat label={t('dashboard.net')} value={<Movement amount={flow.net} currency="USD" />} />
      </Figures>
      <LineChart
        days={days}
        values={days.map(({ net }) => Number(net))}
        label={t('dashboard.net_by_day')}
        summary={t('dashboard.net_summary', { in: usd(flow.in), out: usd(flow.out) })}
        spoken={(position) => {
          const day = days[position];
          if (!day) return '';
          const { on, in: came, out, net } = day;
          return t('dashboard.net_on', { day: format.day(on), in: usd(came), out: usd(out), net: usd(net) });
        }}
        axis={(tick) => format.number(tick)}
      />
      <Figures>
        <Stat label={t('dashboard.wallets')} value={<Money amount={wallets} currency="USD" />} />
        <Stat label={t('dashboard.accounts')} value={<Money amount={accounts} currency="USD" />} />
      </Figures>
      <p className={textStyles.soft}>
        <DateTime at={ratedAt} within="dashboard.rated" />
      </p>
      {currencies.length > 0 && (
        <div className={styles.lines}>
          <DataTable
            caption={t('dashboard.money_title')}
            columns={columns}
            rows={currencies}
            rowKey={({ currency }) => currency}
          />
        </div>
      )}
    </div>
  );
}
