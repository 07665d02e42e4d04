import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Money } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import styles from './AccountFacts.module.css';
import { Freshness } from '../Freshness.tsx';
import { Leverage } from '../Leverage.tsx';
import { StatusBadge } from '../StatusBadge.tsx';

/** What the platform says of an account, in the account's currency, and when it said so. */
export function AccountFacts({ account }: { account: TradingAccount }) {
  const t = useText();
  const format = useFormat();
  const { currency, native_balance, balance, equity, free_margin, leverage, status } = account;
  return (
    <>
      <Figures>
        <Stat
          label={t('trading.balance')}
          value={<Money amount={native_balance} currency={currency} />}
          hint={currency !== 'USD' && <Money amount={balance} currency="USD" />}
        />
        <Stat label={t('trading.unrealised')} value={<Movement amount={account.unrealised} currency={currency} />} />
        <Stat label={t('trading.equity')} value={<Money amount={equity} currency={currency} />} />
        <Stat label={t('trading.free_margin')} value={<Money amount={free_margin} currency={currency} />} />
        <Stat
          label={t('trading.margin')}
          value={<Money amount={account.margin} currency={currency} />}
          hint={account.margin_level && t('trading.margin_level', { level: format.share(account.margin_level) })}
        />
      </Figures>
      <div className={styles.foot}>
        <StatusBadge status={status} />
        <span>
          <DateTime at={account.created_at} as="date" within="trading.opened" />
        </span>
        <span>
          {t('trading.leverage')} <Leverage of={leverage} />
        </span>
        <Freshness at={account.synchronised_at} />
      </div>
    </>
  );
}
