import { useQuery } from '@tanstack/react-query';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { overviewQuery } from '#web/portfolio/overview-query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { StackBar } from '#web/ui/figures/StackBar.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

interface AccountsHeroProps {
  accounts: readonly TradingAccount[];
  /** What each has of it, where no tile says so. */
  shared: boolean;
}

/** What all accounts hold together in USD, as the net worth counts it, and what open positions would add. */
export function AccountsHero({ accounts, shared }: AccountsHeroProps) {
  const t = useText();
  const overview = useQuery(overviewQuery);
  const label = t('trading.in_accounts', { count: accounts.length });
  return (
    <QueryCard
      query={overview}
      skeleton={<Hero label={label} value={<Skeleton width="14rem" />} meaning={<Skeleton width="10rem" />} />}
    >
      {({ trading_accounts: total, open_positions: open }) => (
        <Hero
          label={label}
          value={<Sum amount={total} currency="USD" hero />}
          meaning={
            open !== null && (
              <span className={flowStyles.centred4}>
                {t('trading.unrealised')} <Movement amount={open} currency="USD" />
              </span>
            )
          }
          acts={<Transfer />}
          end={shared && <Shares accounts={accounts} />}
        />
      )}
    </QueryCard>
  );
}

function Transfer() {
  const t = useText();
  return (
    <Button variant="primary" onClick={() => openDialog('transfer')}>
      {t('trading.transfer')}
    </Button>
  );
}

/** How the sum is shared among the accounts; nothing of one account alone. */
function Shares({ accounts }: { accounts: readonly TradingAccount[] }) {
  const t = useText();
  const filled = accounts.filter(({ balance }) => Number(balance) > 0);
  if (filled.length < 2) return null;
  return (
    <StackBar
      parts={filled.map(({ trading_account_id: id, nickname, currency, balance }) => ({
        key: id,
        label: nickname ?? t('common.account_name', { currency, number: id }),
        value: <Sum amount={balance} currency="USD" />,
        percent: Number(balance),
      }))}
    />
  );
}
