import type { ReactNode } from 'react';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { gaugeShare } from '#web/ui/figures/gauge-share.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { Figures, FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

interface AccountFactsProps {
  account: TradingAccount;
  /** What can be done with its money. */
  acts?: ReactNode;
}

/** What the platform says of an account, in the account's currency: its equity first, and what that is made of. */
export function AccountFacts({ account, acts }: AccountFactsProps) {
  const t = useText();
  const { currency, native_balance, balance, equity, free_margin } = account;
  return (
    <Hero
      label={t('trading.equity')}
      value={<Sum amount={equity} currency={currency} hero />}
      meaning={
        <span className={flowStyles.centred4}>
          {t('trading.unrealised')} <Movement amount={account.unrealised} currency={currency} />
        </span>
      }
      acts={acts}
    >
      <Figures compact>
        <Stat
          label={t('trading.balance')}
          value={<Sum amount={native_balance} currency={currency} />}
          hint={currency !== 'USD' && <Sum amount={balance} currency="USD" />}
        />
        <Stat label={t('trading.free_margin')} value={<Sum amount={free_margin} currency={currency} />} />
        <Stat
          label={t('trading.margin')}
          value={<Sum amount={account.margin} currency={currency} />}
          hint={account.margin_level && <MarginLevel level={account.margin_level} />}
        />
      </Figures>
    </Hero>
  );
}

/** On a line that holds all levels, with a mark at 100 %, in the middle. */
function MarginLevel({ level }: { level: string }) {
  const t = useText();
  const text = t('trading.margin_level', { level: useFormat().share(level) });
  return (
    <div className={flowStyles.stack4}>
      {text}
      <Meter label={t('trading.margin')} value={gaugeShare(level)} max={100} valueText={text} mark={50} />
    </div>
  );
}

/** The place of it. */
export const AccountFactsSkeleton = () => (
  <Hero label={<Skeleton width="4rem" />} value={<Skeleton width="14rem" />} meaning={<Skeleton width="10rem" />}>
    <FiguresSkeleton count={3} compact />
  </Hero>
);
