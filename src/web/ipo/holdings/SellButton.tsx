import { useState } from 'react';
import type { IpoHolding } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { holdingsQuery, refreshIpo } from '../ipo-queries.ts';
import { QuantityField } from '../QuantityField.tsx';
import { SaleView } from './SaleView.tsx';
import { sellShares } from '../trade-shares.ts';

/** Sells free shares at the quoted price in its dialog; a lower one now is refused, and shown. */
export function SellButton({ holding }: { holding: IpoHolding }) {
  const t = useText();
  const format = useFormat();
  const sendOnce = useIdempotentCall();
  const [open, setOpen] = useState(false);
  const { stock_id, issuer, currency, free_quantity, price, priced_at } = holding;
  const form = useCallForm({ quantity: '' });
  const typed = form.values.quantity;
  const quantity = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0;
  const start = () => {
    form.reset();
    form.set('quantity', String(free_quantity));
    setOpen(true);
  };
  const sell = form.submit(async () => {
    const body = { stock_id, quantity, ...(price && { price }) };
    try {
      const sale = await sendOnce((idempotencyKey) => sellShares(body, idempotencyKey));
      setOpen(false);
      refreshIpo();
      toast({ text: t('ipo.sold', { count: sale.quantity, net: format.symbol(sale.net, currency) }) });
    } catch (error) {
      // The price may have moved, or the shares be gone: what is shown next is what there is now.
      await queries.invalidateQueries({ queryKey: holdingsQuery.queryKey });
      throw error;
    }
  });
  return (
    <>
      <Button size="small" aria-label={t('ipo.sell_of', { issuer })} onClick={start}>
        {t('ipo.sell')}
      </Button>
      <FormDialog
        open={open}
        title={t('ipo.sell_title', { issuer })}
        confirmText={t('ipo.sell')}
        form={form}
        onSubmit={sell}
        onClose={() => setOpen(false)}
      >
        <QuantityField
          label={t('ipo.number_of_shares')}
          hint={t('ipo.free_shares', { count: free_quantity })}
          error={form.field('quantity').error}
          value={typed}
          step={1}
          min={1}
          max={free_quantity}
          onChange={(value) => form.set('quantity', value)}
        />
        {price && priced_at && <SaleView holding={{ ...holding, price, priced_at }} quantity={quantity} />}
      </FormDialog>
    </>
  );
}
