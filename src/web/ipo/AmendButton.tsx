import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PriceType } from '#contract/ipo-names.ts';
import type { ApplicationInfo } from '#contract/ipo-records.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIntent } from '#web/platform/api/idempotency-key.ts';
import { walletsQuery } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { askedQuantity } from './requested-quantity.ts';
import { AskedFields } from './RequestedFields.tsx';
import { togetherOf } from './hold-preview.ts';
import { HoldView } from './HoldView.tsx';
import { refreshIpo } from './ipo-queries.ts';
import { priceTyped } from './use-apply.ts';

/** Changes how many shares an application asks for, and at which price, with what that would hold. */
export function AmendButton({ info: { application, offering, terms } }: { info: ApplicationInfo }) {
  const t = useText();
  const once = useIntent();
  const [open, setOpen] = useState(false);
  const { id, number, currency, held, wallet_id } = application;
  const wallet = useQuery(walletsQuery).data?.find((one) => one.id === wallet_id);
  const holdTerms = { ...offering, ...terms, price_high: offering.price_high };
  const form = useCallForm({ by: 'shares', quantity: '', amount: '', price_type: 'any', limit_price: '' });
  const asked = askedQuantity(form.values, holdTerms);
  const begin = () => {
    form.reset();
    form.set('quantity', String(application.quantity));
    form.set('price_type', application.price_type);
    form.set('limit_price', application.limit_price ?? '');
    setOpen(true);
  };
  const amend = form.submit(async (values) => {
    const body = {
      application_id: id,
      quantity: 'quantity' in asked ? asked.quantity : 0,
      price_type: values.price_type as PriceType,
      ...(values.price_type === 'limit' && { limit_price: priceTyped(values.limit_price) }),
    };
    await once((idempotencyKey) => call('POST /api/ipo/amend', { body }, { idempotencyKey }));
    setOpen(false);
    refreshIpo();
    toast({ text: t('ipo.amended') });
  });
  return (
    <>
      <Button variant="primary" onClick={begin}>
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
        <AskedFields form={form} offering={offering} problem={'problem' in asked ? asked.problem : undefined} />
        {wallet && 'quantity' in asked && asked.quantity > 0 && (
          <HoldView
            quantity={asked.quantity}
            terms={holdTerms}
            available={togetherOf(wallet.available, held, currency)}
          />
        )}
      </FormDialog>
    </>
  );
}
