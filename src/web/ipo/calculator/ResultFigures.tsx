import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement } from '#web/platform/i18n/Money.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import type { Calculated } from './input.ts';
import { Percent } from './Percent.tsx';

/** The result in three figures. */
export function ResultFigures({ result: { estimate, currency } }: { result: Calculated }) {
  const t = useText();
  const { net, returnOnInvestedPercent, returnOnFrozenPercent } = estimate;
  return (
    <Figures>
      <Stat label={t('ipo.net')} value={<Movement amount={net} currency={currency} />} hint={t('ipo.net_hint')} />
      <Stat
        label={t('ipo.return_invested')}
        value={<Percent value={returnOnInvestedPercent} />}
        hint={t('ipo.return_invested_hint')}
      />
      <Stat
        label={t('ipo.return_frozen')}
        value={<Percent value={returnOnFrozenPercent} />}
        hint={t('ipo.return_frozen_hint')}
      />
    </Figures>
  );
}
