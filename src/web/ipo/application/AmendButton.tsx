import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PriceType } from '#contract/ipo/names.ts';
import type { ApplicationInfo } from '#contract/ipo/records.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { walletsQuery } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { requestedQuantity } from '../apply/requested-quantity.ts';
import { RequestedFields } from '../apply/RequestedFields.tsx';
import { togetherOf } from '../apply/hold-preview.ts';
import { HoldView } from '../apply/HoldView.tsx';
import { refreshIpo } from '../ipo-queries.ts';
import { priceTyped } from '../apply/use-apply.ts';

/** Changes the number of shares of an application, and the price, with the hold for it. */
export function AmendButton({ info: { application, offering, terms } }: { info: ApplicationInfo }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const [open, setOpen] = useState(false);
  const { id, number, currency, held, wallet_id } = application;
  const wallet = useQuery(walletsQuery).data?.find((one) => one.id === wallet_id);
  const holdTerms = { ...offering, ...terms, price_high: offering.price_high };
  const form = useCallForm({ by: 'shares', quantity: '', amount: '', price_type: 'any', limit_price: '' });
  const requested = requestedQuantity(form.values, holdTerms);
  const start = () => {
    form.reset();
    form.set('quantity', String(application.quantity));
    form.set('price_type', application.price_type);
    form.set('limit_price', application.limit_price ?? '');
    setOpen(true);
  };
  const amend = form.submit(async (values) => {
    const body = {
      application_id: id,
      quantity: 'quantity' in requested ? requested.quantity : 0,
      price_type: values.price_type as PriceType,
      ...(values.price_type === 'limit' && { limit_price: priceTyped(values.limit_price) }),
    };
    await sendOnce((idempotencyKey) => call('POST /api/ipo/amend', { body }, { idempotencyKey }));
    setOpen(false);
    refreshIpo();
    toast({ text: t('ipo.amended') });
  });
  return (
    <>
      <Button variant="primary" onClick={start}>
        {t('ipo.amend')}
      </Button>
      <FormDialog
        open={open}
        title={t('ipo.amend_title', { number })}
        confirmText={t('ipo.amend_confirm')}
        form={form}
        onSubmit={amend}
        onClose={() => setOpen(false)}
      >
        <RequestedFields
          form={form}
          offering={offering}
          problem={'problem' in requested ? requested.problem : undefined}
        />
        {wallet && 'quantity' in requested && requested.quantity > 0 && (
          <HoldView
            quantity={requested.quantity}
            terms={holdTerms}
            available={togetherOf(wallet.available, held, currency)}
          />
        )}
      </FormDialog>
    </>
  );
}
