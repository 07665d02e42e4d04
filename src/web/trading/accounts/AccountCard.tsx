import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Movement, Money } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
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
        <Link to={`/trading-account/${id}`}>{nickname ?? t('common.account_name', { currency, number: id })}</Link>
      }
      actions={<StatusBadge status={account.status} />}
    >
      <div className={flowStyles.stack}>
        <Stat label={t('trading.balance')} value={<Money amount={native_balance} currency={currency} />} />
        <DescriptionList
          items={[
            { term: t('trading.number'), details: <bdi>{id}</bdi> },
            { term: t('trading.in_usd'), details: <Money amount={balance} currency="USD" /> },
            {
              term: t('trading.unrealised'),
              details: <Movement amount={account.unrealised} currency={currency} />,
            },
            { term: t('trading.equity'), details: <Money amount={equity} currency={currency} /> },
            { term: t('trading.free_margin'), details: <Money amount={free_margin} currency={currency} /> },
            { term: t('trading.leverage'), details: <Leverage of={account.leverage} /> },
          ]}
        />
        <Freshness at={account.synchronised_at} />
        <PlatformButton account={account} wide />
      </div>
    </Card>
  );
}
