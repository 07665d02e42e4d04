import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import type { StaffOfferingInfo } from '../offering-queries.ts';

/** The demand, from how many applicants, and how much money is behind it. */
export function BookFigures({ info: { book, terms } }: { info: StaffOfferingInfo }) {
  const t = useText();
  const format = useFormat();
  const times = t('offerings.times', { times: format.number(book.oversubscription) });
  return (
    <Hero label={t('ipo.demand')} value={times} meaning={t('ipo.by_applicants', { count: book.applicants })}>
      <Figures>
        <Stat label={t('ipo.requested')} value={format.number(book.requested)} />
        <Stat label={t('ipo.quota')} value={format.number(terms.quota)} />
        <Stat label={t('ipo.held')} value={<Sum amount={book.held} currency={terms.currency} />} />
      </Figures>
    </Hero>
  );
}
