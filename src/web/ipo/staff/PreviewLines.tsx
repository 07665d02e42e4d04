import { useQuery } from '@tanstack/react-query';
import type { PreviewedAction } from '#contract/ipo/staff-names.ts';
import type { ActionPreview } from '#contract/ipo/staff-records.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { previewQuery } from './offering-queries.ts';

interface PreviewLinesProps {
  stockId: string;
  action: PreviewedAction;
  /** While it is empty, the preview waits for it. */
  price?: string | undefined;
  applicationId?: string | undefined;
}

/** The usual lines of a preview, where they are not two. */
const linesOf: Partial<Record<PreviewedAction, number>> = { supplement: 3, list: 5, quote: 5 };

/** How many clients and how much money an action touches, before it is confirmed. */
export function PreviewLines({ stockId, action, price, applicationId }: PreviewLinesProps) {
  const t = useText();
  const format = useFormat();
  const requested = { ...(price && { price }), ...(applicationId && { application_id: applicationId }) };
  const { data, error } = useQuery({ ...previewQuery(stockId, action, requested), enabled: price !== '' });
  // An error of a price is shown at its field once it is sent.
  const isOfField = error instanceof ApiError && error.errors;
  if (error && !isOfField)
    return <Alert tone="warning" title={error instanceof ApiError ? error.message : t('common.went_wrong')} />;
  // As high as the preview, so that the buttons below stay where they are.
  if (!data || isOfField)
    return (
      <Alert>
        <Skeleton shape="block" height={`${linesOf[action] ?? 2}lh`} />
      </Alert>
    );
  const { clients, amount, currency, money, limit_below: below, short, until } = data;
  return (
    <Alert tone={money === 'none' ? 'neutral' : 'warning'} title={t('offerings.touches', { count: clients })}>
      <p>{t(`offerings.money_${money}`, { amount: format.symbol(amount, currency) })}</p>
      {data.price && <PriceEffect effect={data.price} currency={currency} />}
      {below > 0 && <p>{t('offerings.limit_below', { count: below })}</p>}
      {short > 0 && <p>{t('offerings.short', { count: short })}</p>}
      {until && (
        <p>
          {t('offerings.until')} <DateTime at={until} />
        </p>
      )}
    </Alert>
  );
}

/** How far a price is from the last one, and what that does to all that clients hold. */
function PriceEffect({ effect, currency }: { effect: NonNullable<ActionPreview['price']>; currency: string }) {
  const t = useText();
  const format = useFormat();
  const money = (decimal: string) => format.symbol(decimal, currency);
  return (
    <>
      <p>
        {t('offerings.price_change', {
          from: money(effect.last),
          to: money(effect.new),
          percent: format.percent(effect.change_percent, { signed: true }),
        })}
      </p>
      <p>{t('offerings.holdings_worth', { before: money(effect.value_before), after: money(effect.value_after) })}</p>
    </>
  );
}
