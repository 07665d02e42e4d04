import type { ResponseOf } from '#contract/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Loadable } from '#web/platform/api/Async.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Figures, FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';

/** How much is pending with staff, by kind, whatever the filters. */
export function WaitingCard({ query }: { query: Loadable<ResponseOf<'POST /api/staff/payments'>['totals']> }) {
  const t = useText();
  const format = useFormat();
  return (
    <QueryCard query={query} title={t('payments.waiting_title')} skeleton={<FiguresSkeleton count={3} />}>
      {(totals) => (
        <Figures compact>
          {totals.map(({ kind, count, usd }) => (
            <Stat
              key={kind}
              label={t(`payments.kind_${kind}`)}
              value={format.number(count)}
              hint={<Sum amount={usd} currency="USD" />}
            />
          ))}
        </Figures>
      )}
    </QueryCard>
  );
}
