import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './Dashboard.module.css';

type MoneyTotals = NonNullable<Dashboard['money']>;
type Line = MoneyTotals['currencies'][number];

/** What clients have, and what came in and went out in the period. */
export function MoneyFigures({ money }: { money: MoneyTotals }) {
  const t = useText();
  const { currencies, wallets, accounts, rated_at: ratedAt } = money;
  const amount = (key: 'in' | 'out' | 'net' | 'wallets' | 'accounts'): Column<Line> => ({
    key,
    header: t(`dashboard.${key}`),
    numeric: true,
    cell: (line) => <Sum amount={line[key]} currency={line.currency} />,
  });
  const columns: Column<Line>[] = [
    { key: 'currency', header: t('dashboard.currency'), bare: true, cell: ({ currency }) => <b>{currency}</b> },
    amount('in'),
    amount('out'),
    amount('net'),
    amount('wallets'),
    amount('accounts'),
  ];
  return (
    <div className={flowStyles.column}>
      <Figures>
        <Stat label={t('dashboard.wallets')} value={<Sum amount={wallets} currency="USD" />} />
        <Stat label={t('dashboard.accounts')} value={<Sum amount={accounts} currency="USD" />} />
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
