import type { Dashboard } from '#contract/dashboard.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { LineChart } from '#web/platform/charts/LineChart.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { Figures } from '#web/ui/Figures.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import styles from './Dashboard.module.css';

type Money = NonNullable<Dashboard['money']>;
type Line = Money['currencies'][number];

/** What came in and went out in 30 days, and what clients have. */
export function MoneyFigures({ money }: { money: Money }) {
  const t = useText();
  const format = useFormat();
  const { flow, days, currencies, wallets, accounts, rated_at: ratedAt } = money;
  const usd = (amount: string) => format.money(amount, 'USD');
  const amount = (key: 'in' | 'out' | 'wallets' | 'accounts'): Column<Line> => ({
    key,
    header: t(`dashboard.${key}`),
    numeric: true,
    cell: (line) => <Sum amount={line[key]} currency={line.currency} />,
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
    <div className={styles.stack}>
      <Figures>
        <Stat label={t('dashboard.in')} value={<Sum amount={flow.in} currency="USD" />} />
        <Stat label={t('dashboard.out')} value={<Sum amount={flow.out} currency="USD" />} />
        <Stat label={t('dashboard.net')} value={<Movement amount={flow.net} currency="USD" />} />
      </Figures>
      <LineChart
        days={days}
        values={days.map(({ net }) => Number(net))}
        label={t('dashboard.net_by_day')}
        summary={t('dashboard.net_summary', { in: usd(flow.in), out: usd(flow.out) })}
        spoken={(place) => {
          const day = days[place];
          if (!day) return '';
          const { on, in: came, out, net } = day;
          return t('dashboard.net_on', { day: format.day(on), in: usd(came), out: usd(out), net: usd(net) });
        }}
        axis={(tick) => format.number(tick)}
      />
      <Figures>
        <Stat label={t('dashboard.wallets')} value={<Sum amount={wallets} currency="USD" />} />
        <Stat label={t('dashboard.accounts')} value={<Sum amount={accounts} currency="USD" />} />
      </Figures>
      <p className={styles.soft}>
        <When at={ratedAt} within="dashboard.rated" />
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
