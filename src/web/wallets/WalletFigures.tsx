import type { WalletInfo } from '#contract/wallets.ts';
import { useText } from '#web/platform/i18n.tsx';
import type { Loadable } from '#web/platform/Loaded.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { Sum } from '#web/platform/Sum.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import { Figures, FiguresSkeleton } from '#web/ui/Figures.tsx';

/** Total = available + held, in the wallet's currency, and what that is in USD. */
export function WalletFigures({ query, info }: { query: Loadable<unknown>; info: WalletInfo | undefined }) {
  const t = useText();
  return (
    <QueryCard query={{ ...query, data: info?.wallet }} skeleton={<FiguresSkeleton count={3} />}>
      {({ currency, native_balance, balance, available, held }) => (
        <Figures>
          <Stat
            label={t('wallets.total')}
            value={<Sum amount={native_balance} currency={currency} />}
            hint={currency !== 'USD' && <Sum amount={balance} currency="USD" />}
          />
          <Stat label={t('wallets.available')} value={<Sum amount={available} currency={currency} />} />
          <Stat label={t('wallets.held')} value={<Sum amount={held} currency={currency} />} />
        </Figures>
      )}
    </QueryCard>
  );
}
