import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './TradingAccountsPage.module.css';
import { Freshness } from '../Freshness.tsx';
import { Leverage } from '../Leverage.tsx';
import { PlatformButton } from '../PlatformButton.tsx';
import { AccountState } from '../AccountState.tsx';

/** One account at a glance. */
export function AccountCard({ account }: { account: TradingAccount }) {
  const t = useText();
  const { trading_account_id: id, nickname, currency } = account;
  return (
    <Card
      className={styles.card}
      title={
        <Link to={`/trading-account/${id}`} className={styles.name}>
          {nickname ?? t('common.account_name', { currency, number: id })}
        </Link>
      }
      actions={
        <>
          <AccountState status={account.status} />
          <PlatformButton account={account} sign />
        </>
      }
    >
      <Stat
        large
        label={t('trading.equity')}
        value={<Sum amount={account.equity} currency={currency} />}
        hint={
          <span className={flowStyles.centred4}>
            {t('trading.unrealised')} <Movement amount={account.unrealised} currency={currency} />
          </span>
        }
      />
      <p className={flowStyles.facts}>
        <span>
          {t('trading.free_margin')} <Sum amount={account.free_margin} currency={currency} />
        </span>
        <span>
          {t('trading.leverage')} <Leverage of={account.leverage} />
        </span>
        {nickname !== null && (
          <span>
            {t('trading.number')} <bdi>{id}</bdi>
          </span>
        )}
      </p>
      <Freshness at={account.synchronised_at} brief />
    </Card>
  );
}
