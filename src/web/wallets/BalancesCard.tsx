import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Wallet, WalletExplained } from '#contract/wallets/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { live } from '#web/platform/realtime/live.ts';
import { Async, type Loadable } from '#web/platform/api/Async.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Figures, FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { OpenStat } from '#web/ui/figures/OpenStat.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ShareBar } from '#web/ui/figures/StackBar.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { AvailableExplained } from './AvailableExplained.tsx';
import { AwaitedList } from './AwaitedList.tsx';
import styles from './BalancesCard.module.css';
import { HoldsList } from './HoldsList.tsx';
import { WalletActions } from './WalletActions.tsx';
import { explanationQuery, walletEveryMs, walletNotices } from './wallet-queries.ts';

type Balance = 'available' | 'held' | 'pending';

/** What is available and the acts on it; each of the three balances opens into what it is made of. */
export function BalancesCard({ walletId, query }: { walletId: string; query: Loadable<Wallet> }) {
  const t = useText();
  const explanation = useQuery(live(explanationQuery(walletId), walletEveryMs, walletNotices));
  const [open, setOpen] = useState<Balance | null>(null);
  const panelId = useId();
  const toggle = (balance: Balance) => ({
    open: open === balance,
    controls: panelId,
    onToggle: () => setOpen(open === balance ? null : balance),
  });
  return (
    <QueryCard query={query} flush skeleton={<BalancesSkeleton walletId={walletId} />}>
      {(wallet) => (
        <>
          <div className={styles.figures}>
            <div className={styles.head}>
              <OpenStat
                {...toggle('available')}
                hero
                label={t('wallets.available')}
                value={<Sum amount={wallet.available} currency={wallet.currency} hero />}
              />
              <WalletActions walletId={walletId} wallet={wallet} />
            </div>
            <ShareBar parts={sharesOf(wallet, explanation.data?.pending ?? '0')} />
            <Figures compact>
              <Stat
                label={t('wallets.total')}
                value={<Sum amount={wallet.native_balance} currency={wallet.currency} />}
                hint={wallet.currency !== 'USD' && <Sum amount={wallet.balance} currency="USD" />}
              />
              <OpenStat
                {...toggle('held')}
                label={t('wallets.held')}
                value={<Sum amount={wallet.held} currency={wallet.currency} />}
              />
              <OpenStat
                {...toggle('pending')}
                label={t('wallets.pending')}
                value={explanation.data ? <Sum amount={explanation.data.pending} currency={wallet.currency} /> : '…'}
              />
            </Figures>
          </div>
          {open && (
            <section id={panelId} className={styles.panel} aria-label={t(`wallets.explain_${open}`)}>
              <h2 className={styles.title}>{t(`wallets.explain_${open}`)}</h2>
              <Async query={explanation} skeleton={<SkeletonRows count={3} />}>
                {(explained) => <Explained balance={open} explained={explained} walletId={walletId} />}
              </Async>
            </section>
          )}
        </>
      )}
    </QueryCard>
  );
}

interface ExplainedProps {
  balance: Balance;
  explained: WalletExplained;
  walletId: string;
}

function Explained({ balance, explained, walletId }: ExplainedProps) {
  if (balance === 'available') return <AvailableExplained explained={explained} />;
  if (balance === 'held') return <HoldsList explained={explained} walletId={walletId} />;
  return <AwaitedList explained={explained} />;
}

/** What is available, held and on its way, in shares of the three together. */
function sharesOf({ available, held }: Wallet, pending: string) {
  const amounts = { available, held, pending };
  const whole = Object.values(amounts).reduce((sum, amount) => sum + Number(amount), 0);
  return Object.entries(amounts).map(([key, amount]) => ({
    key,
    percent: whole > 0 ? (Number(amount) / whole) * 100 : 0,
  }));
}

function BalancesSkeleton({ walletId }: { walletId: string }) {
  return (
    <div className={styles.figures}>
      <div className={styles.head}>
        <Skeleton width="14rem" height="calc(var(--text-display) * 1.1 + 1.25rem)" />
        <WalletActions walletId={walletId} wallet={undefined} />
      </div>
      <Skeleton height={8} />
      <FiguresSkeleton count={3} compact />
    </div>
  );
}
