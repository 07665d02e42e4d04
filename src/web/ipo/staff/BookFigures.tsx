import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Figures } from '#web/ui/Figures.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import type { DeskInfo } from './offering-queries.ts';

/** How much is asked for, by how many, and how much money stands behind it. */
export function BookFigures({ info: { book, terms } }: { info: DeskInfo }) {
  const t = useText();
  const format = useFormat();
  const times = t('offerings.times', { times: format.number(book.oversubscription) });
  return (
    <Figures>
      <Stat label={t('ipo.demand')} value={times} hint={t('ipo.by_applicants', { count: book.applicants })} />
      <Stat label={t('ipo.requested')} value={format.number(book.requested)} />
      <Stat label={t('ipo.held')} value={<Sum amount={book.held} currency={terms.currency} />} />
    </Figures>
  );
}
