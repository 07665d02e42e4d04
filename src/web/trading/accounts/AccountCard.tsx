import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './TradingAccountsPage.module.css';
import { Freshness } from '../Freshness.tsx';
import { Leverage } from '../Leverage.tsx';
import { PlatformButton } from '../PlatformButton.tsx';
import { StatusBadge } from '../StatusBadge.tsx';

/** One account at a glance. */
export function AccountCard({ account }: { account: TradingAccount }) {
  const t = useText();
  const { trading_account_id: id, nickname, currency, native_balance, balance, equity, free_margin } = account;
  return (
    <Card
      title={
        <Link to={`/trading-account/${id}`} className={styles.name}>
          {nickname ?? t('common.account_name', { currency, number: id })}
        </Link>
      }
      actions={<StatusBadge status={account.status} />}
    >
      <div className={flowStyles.stack}>
        <Hero
          label={t('trading.equity')}
          value={<Sum amount={equity} currency={currency} hero />}
          meaning={
            <span className={flowStyles.centred4}>
              {t('trading.unrealised')} <Movement amount={account.unrealised} currency={currency} />
            </span>
          }
        />
        <DescriptionList
          items={[
            ...(nickname === null ? [] : [{ term: t('trading.number'), details: <bdi>{id}</bdi> }]),
            { term: t('trading.balance'), details: <Sum amount={native_balance} currency={currency} /> },
            ...(currency === 'USD'
              ? []
              : [{ term: t('trading.in_usd'), details: <Sum amount={balance} currency="USD" /> }]),
            { term: t('trading.free_margin'), details: <Sum amount={free_margin} currency={currency} /> },
            { term: t('trading.leverage'), details: <Leverage of={account.leverage} /> },
          ]}
        />
        <Freshness at={account.synchronised_at} />
        <PlatformButton account={account} wide />
      </div>
    </Card>
  );
}
