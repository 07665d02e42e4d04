import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import type { StaffOfferingInfo } from './offering-queries.ts';
import { NextStep } from './NextStep.tsx';

const dates = [
  'announced_at',
  'priced_at',
  'confirm_until',
  'cancel_until',
  'allotted_at',
  'settled_at',
  'lock_up_ends_at',
] as const;

/** The dates that are known in their order, what the clock does next, and the prices and shares since. */
export function ScheduleFacts({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const format = useFormat();
  const { next, terms, price, holdings } = info;
  return (
    <div className={flowStyles.stack}>
      <Dates info={info} />
      <Figures>
        {next && <Stat label={t('offerings.next')} value={<NextStep next={next} />} />}
        {info.final_price && (
          <Stat
            label={t('offerings.final_price')}
            value={<Money amount={info.final_price} currency={terms.currency} />}
          />
        )}
        {price && (
          <Stat
            label={t('ipo.quoted_price')}
            value={<Money amount={price.price} currency={terms.currency} />}
            hint={
              <>
                {t(`offerings.price_from_${price.source}`)} · <DateTime at={price.at} />
              </>
            }
          />
        )}
        {holdings.holders > 0 && (
          <Stat
            label={t('offerings.holdings')}
            value={format.number(holdings.quantity)}
            hint={t('offerings.holdings_of', {
              count: holdings.holders,
              quantity: holdings.quantity,
              sold: format.number(holdings.sold),
            })}
          />
        )}
      </Figures>
    </div>
  );
}

function Dates({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const now = useNow();
  const { opens_at: opens, closes_at: closes, listed_at: listed } = info.terms;
  const known = [
    { name: t('ipo.opens'), at: opens },
    { name: t('ipo.closes'), at: closes },
    { name: t('ipo.listing'), at: listed },
    ...dates.map((date) => ({ name: t(`offerings.${date}`), at: info[date] })),
  ]
    .flatMap(({ name, at }) => (at ? [{ name, at, isDone: new Date(at) <= now }] : []))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const next = known.find(({ isDone }) => !isDone);
  return (
    <Steps track>
      {known.map((date) => (
        <Step
          key={date.name}
          state={date.isDone ? 'done' : date === next ? 'next' : 'ahead'}
          more={<DateTime at={date.at} />}
        >
          {date.name}
        </Step>
      ))}
    </Steps>
  );
}
