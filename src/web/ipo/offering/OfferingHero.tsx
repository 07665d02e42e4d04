import type { OfferingInfo } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Countdown } from '../Countdown.tsx';
import { nextDateOf } from '../next-date.ts';
import { Demand } from './Demand.tsx';
import { useOfferingFigure } from './OfferingPrice.tsx';
import { priceNameOf } from './price-name.ts';

/** At what price, how long until the date that matters next, and how many want it. */
export function OfferingHero({ info: { offering } }: { info: OfferingInfo }) {
  const t = useText();
  const next = nextDateOf(offering, useNow());
  const { figure, range } = useOfferingFigure(offering);
  return (
    <Hero
      label={t(priceNameOf(offering))}
      value={figure}
      meaning={range}
      acts={next && <Stat label={t(`ipo.until_${next.kind}`)} value={<Countdown at={next.at} />} />}
    >
      <Demand offering={offering} />
    </Hero>
  );
}
