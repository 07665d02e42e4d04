import type { ApplicationInfo } from '#contract/ipo/records.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Countdown } from '../Countdown.tsx';
import { holdOf, leftOf } from '../apply/hold-preview.ts';
import { refreshIpo } from '../ipo-queries.ts';
import { OfferingPrice } from '../offering/OfferingPrice.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** The price lies far from the range that was applied at: the new price, what it would take, and until when to confirm. */
export function ReconfirmCard({ info }: { info: ApplicationInfo }) {
  const t = useText();
  const format = useFormat();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({});
  const { application, offering, terms } = info;
  const { id, currency, quantity, held, confirm_until } = application;
  const price = offering.final_price ?? offering.price_high;
  const { total } = holdOf(quantity, { ...terms, currency, lot_size: offering.lot_size, price_high: price });
  const more = leftOf(total, held, currency);
  const seen = { currency, price_low: terms.price_low, price_high: terms.price_high, final_price: null };
  const confirm = form.submit(async () => {
    const body = { application_id: id };
    await sendOnce((idempotencyKey) => call('POST /api/ipo/reconfirm', { body }, { idempotencyKey }));
    refreshIpo();
    toast({ text: t('ipo.confirmed') });
  });
  const items = [
    confirm_until && { term: t('ipo.time_to_confirm'), details: <Countdown at={confirm_until} /> },
    {
      term: t('ipo.final_price'),
      details: <Sum amount={price} currency={currency} strong />,
    },
    { term: t('ipo.range_seen'), details: <OfferingPrice offering={seen} /> },
    { term: t('ipo.needed_max'), details: <Sum amount={total} currency={currency} /> },
    { term: t('ipo.held_now'), details: <Sum amount={held} currency={currency} /> },
    !more.startsWith('-') &&
      /[1-9]/.test(more) && { term: t('ipo.needed_more'), details: <Sum amount={more} currency={currency} /> },
  ];
  return (
    <Card title={t('ipo.reconfirm_title')}>
      <form className={flowStyles.stack} noValidate onSubmit={confirm}>
        <Alert tone="warning">
          <p>{t('ipo.reconfirm_text')}</p>
        </Alert>
        <DescriptionList items={items.filter((item) => item !== false && item !== null && item !== '')} />
        <FormErrors messages={form.messages} />
        <div>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('ipo.reconfirm', { price: format.symbol(price, currency) })}
          </Button>
        </div>
      </form>
    </Card>
  );
}
