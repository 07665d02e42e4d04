import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Wallet, WalletExplained } from '#contract/wallets/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { live } from '#web/platform/realtime/live.ts';
import { Async, type Loadable } from '#web/platform/api/Async.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { Figures, FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { OpenStat } from '#web/ui/figures/OpenStat.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { AvailableExplained } from './AvailableExplained.tsx';
import { AwaitedList } from './AwaitedList.tsx';
import styles from './BalancesCard.module.css';
import { HoldsList } from './HoldsList.tsx';
import { explanationQuery, walletEveryMs, walletNotices } from './wallet-queries.ts';

type Balance = 'available' | 'held' | 'pending';

/** The balances of a wallet; each of the three opens into what it is made of. */
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
    <QueryCard query={query} flush skeleton={<BalancesSkeleton />}>
      {({ currency, native_balance, balance, available, held }) => (
        <>
          <div className={styles.figures}>
            <Figures>
              <Stat
                label={t('wallets.total')}
                value={<Money amount={native_balance} currency={currency} />}
                hint={currency !== 'USD' && <Money amount={balance} currency="USD" />}
              />
              <OpenStat
                {...toggle('available')}
                label={t('wallets.available')}
                value={<Money amount={available} currency={currency} />}
              />
              <OpenStat
                {...toggle('held')}
                label={t('wallets.held')}
                value={<Money amount={held} currency={currency} />}
              />
              <OpenStat
                {...toggle('pending')}
                label={t('wallets.pending')}
                value={explanation.data ? <Money amount={explanation.data.pending} currency={currency} /> : '…'}
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

function BalancesSkeleton() {
  return (
    <div className={styles.figures}>
      <FiguresSkeleton count={4} />
    </div>
  );
}
