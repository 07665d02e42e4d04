import type { Offering } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import { timesOf } from '../calendar/filter.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** So many times the quota fill the line. */
const fullTimes = 3;

/** The demand for the clients' shares, and from how many clients; of a direct offering how much is sold. All that is for sale has a mark. */
export function Demand({ offering }: { offering: Pick<Offering, 'demand' | 'quota' | 'mode'> }) {
  const t = useText();
  const format = useFormat();
  const { demand, quota, mode } = offering;
  const isDirect = mode === 'direct';
  const text = isDirect
    ? t('ipo.sold_of', { sold: format.number(demand.quantity), quota: format.number(quota) })
    : t('ipo.demand_times', { times: format.number(timesOf(offering)), count: demand.applicants });
  return (
    <span className={flowStyles.stack4}>
      <bdi>{text}</bdi>
      <Meter
        label={t('ipo.demand')}
        value={demand.quantity}
        max={isDirect ? quota : quota * fullTimes}
        valueText={text}
        {...(!isDirect && { mark: quota })}
      />
    </span>
  );
}
