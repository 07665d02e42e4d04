import type { IpoApplication } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { isHeld } from './is-held.ts';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';

/** What the number of shares at the head of the screen came from, and the way of the money: paid, released; what is still held is at the head too. */
export function ApplicationMoney({ application }: { application: IpoApplication }) {
  const t = useText();
  const format = useFormat();
  const { state, currency, quantity, allotted_quantity, price_type, limit_price, held, cost, fee, released } =
    application;
  const sum = (amount: string) => <Sum amount={amount} currency={currency} />;
  const items = [
    allotted_quantity !== null && { term: t('ipo.requested'), details: t('ipo.shares', { count: quantity }) },
    {
      term: t('ipo.price_type'),
      details:
        price_type === 'limit' && limit_price
          ? t('ipo.max', { price: format.symbol(limit_price, currency) })
          : t('ipo.price_any'),
    },
    !isHeld(state) && { term: t(released === null ? 'ipo.frozen' : 'ipo.was_held'), details: sum(held) },
    cost !== null && { term: t('ipo.cost'), details: sum(cost) },
    fee !== null && { term: t('ipo.fees'), details: sum(fee) },
    released !== null && { term: t('ipo.refund'), details: sum(released) },
  ];
  return <DescriptionList facts items={items.filter((item) => item !== false)} />;
}
