import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import type { StaffOfferingInfo } from './offering-queries.ts';

/** What staff entered. */
export function TermsFacts({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const format = useFormat();
  const { terms } = info;
  const money = (amount: string) => <bdi>{format.symbol(amount, terms.currency)}</bdi>;
  const percent = (share: string) => <bdi>{format.percent(share)}</bdi>;
  return (
    <div className={flowStyles.stack}>
      <h3>{t('offerings.group_shares')}</h3>
      <DescriptionList
        facts
        items={[
          { term: t('offerings.mode'), details: t(`offerings.mode_${terms.mode}`) },
          { term: t('ipo.price_range'), details: <Prices info={info} /> },
          { term: t('ipo.quota'), details: format.number(terms.quota) },
          { term: t('ipo.shares_offered'), details: format.number(terms.shares_offered) },
          { term: t('ipo.shares_outstanding'), details: format.number(terms.shares_outstanding) },
          { term: t('ipo.lot'), details: t('ipo.shares', { count: terms.lot_size }) },
          {
            term: t('ipo.min_and_max'),
            details: t('ipo.from_to', { min: terms.min_quantity, max: terms.max_quantity }),
          },
          { term: t('ipo.allotment_by'), details: t(`ipo.method_${terms.allotment_method}`) },
          ...(terms.isin ? [{ term: t('ipo.isin'), details: <bdi>{terms.isin}</bdi> }] : []),
        ]}
      />
      <h3>{t('offerings.group_fees')}</h3>
      <DescriptionList
        facts
        items={[
          { term: t('ipo.fee_in'), details: percent(terms.fee_in_percent) },
          { term: t('ipo.fee_in_minimum'), details: money(terms.fee_in_minimum) },
          { term: t('ipo.fee_fixed'), details: money(terms.fee_fixed) },
          { term: t('ipo.fee_out'), details: percent(terms.fee_out_percent) },
          { term: t('ipo.lock_up'), details: t('ipo.days', { count: terms.lock_up_days }) },
          {
            term: t('ipo.early_exit_costs'),
            details:
              terms.early_exit_percent === null ? t('offerings.no_early_exit') : percent(terms.early_exit_percent),
          },
        ]}
      />
      <h3>{t('offerings.group_clients')}</h3>
      <DescriptionList
        facts
        items={[
          { term: t('offerings.min_level'), details: format.number(terms.min_level) },
          { term: t('offerings.min_tier'), details: t(`common.tier_${terms.min_tier}`) },
          ...(terms.excluded_countries.length > 0
            ? [
                {
                  term: t('offerings.excluded_countries'),
                  details: format.list(terms.excluded_countries.map((code) => format.country(code))),
                },
              ]
            : []),
          { term: t('ipo.change_until'), details: t(`ipo.cut_off_${terms.cut_off}`) },
          { term: t('offerings.when_postponed'), details: t(`offerings.when_postponed_${terms.when_postponed}`) },
        ]}
      />
    </div>
  );
}

/** The range, or the one price of a direct offering, with all digits. */
function Prices({ info: { terms } }: { info: StaffOfferingInfo }) {
  const t = useText();
  const format = useFormat();
  const [low, high] = [terms.price_low, terms.price_high].map((price) => format.symbol(price, terms.currency));
  return <bdi>{low === high ? high : t('ipo.range', { low: low ?? '', high: high ?? '' })}</bdi>;
}
