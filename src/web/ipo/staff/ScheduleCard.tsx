import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { Card } from '#web/ui/layout/Card.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import type { StaffOfferingInfo } from './offering-queries.ts';
import { NextStep } from './NextStep.tsx';
import { scheduleOf } from './schedule.ts';

const termNames = { opens_at: 'ipo.opens', closes_at: 'ipo.closes', listed_at: 'ipo.listing' } as const;
const isOfTerms = (name: string): name is keyof typeof termNames => name in termNames;

/** When what happens to an offering: what the clock does next, the dates in their order, and the prices and shares since. */
export function ScheduleCard({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  return (
    <Card title={t('offerings.schedule')}>
      <Schedule info={info} />
    </Card>
  );
}

function Schedule({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const { next } = info;
  return (
    <div className={flowStyles.stack}>
      {next && <Stat label={t('offerings.next')} value={<NextStep next={next} />} />}
      <Dates info={info} />
      <Prices info={info} />
    </div>
  );
}

/** The prices and shares since; nothing before there are some. */
function Prices({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const format = useFormat();
  const { terms, price, holdings } = info;
  if (!info.final_price && !price && holdings.holders === 0) return null;
  return (
    <Figures>
      {info.final_price && (
        <Stat label={t('offerings.final_price')} value={<Sum amount={info.final_price} currency={terms.currency} />} />
      )}
      {price && (
        <Stat
          label={t('ipo.quoted_price')}
          value={<Sum amount={price.price} currency={terms.currency} />}
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
  );
}

function Dates({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const now = useNow();
  return (
    <Steps track>
      {scheduleOf(info, now).map(({ name, at, state }) => (
        <Step key={name} state={state} more={<DateTime at={at} />}>
          {t(isOfTerms(name) ? termNames[name] : `offerings.${name}`)}
        </Step>
      ))}
    </Steps>
  );
}
