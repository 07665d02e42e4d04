import { useState } from 'react';
import type { IpoApplication, OfferingInfo } from '#contract/ipo/records.ts';
import type { PriceType } from '#contract/ipo/names.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { requestedQuantity } from './requested-quantity.ts';
import { newDrawSecret } from './draw-secret.ts';
import { offeringQuery, refreshIpo } from '../ipo-queries.ts';
import { readDecimal } from '../read-decimal.ts';
import { buyShares } from '../trade-shares.ts';

/** A price as typed, or the raw text where it is none: the server returns the error. */
export function priceTyped(typed: string): string {
  const read = readDecimal(typed);
  return 'decimal' in read ? read.decimal : typed;
}

interface ApplyValues {
  by: string;
  quantity: string;
  amount: string;
  price_type: string;
  limit_price: string;
  unrestricted: boolean;
  disclosure_version: boolean;
  prospectus_version: boolean;
}

/** The form of an application: how many shares, at which price, and the consents. */
export function useApply(info: OfferingInfo, onDone: (application: IpoApplication) => void) {
  const { offering, wallet } = info;
  const sendOnce = useIdempotentCall();
  // One for all tries: a repeated request has to be the same request.
  const [drawSecret] = useState(newDrawSecret);
  const terms = { ...offering, fee_in_percent: info.fee_in_percent };
  const prospectus = info.prospectus[0];
  const form = useCallForm<ApplyValues>({
    by: 'shares',
    quantity: String(offering.min_quantity),
    amount: '',
    price_type: 'any',
    limit_price: '',
    unrestricted: false,
    disclosure_version: false,
    prospectus_version: false,
  });
  const requested = requestedQuantity(form.values, terms);
  const submit = form.submit(async (values) => {
    const body = {
      stock_id: offering.stock_id,
      quantity: 'quantity' in requested ? requested.quantity : 0,
      price_type: values.price_type as PriceType,
      ...(values.price_type === 'limit' && { limit_price: priceTyped(values.limit_price) }),
      ...(wallet && { wallet_id: wallet.wallet_id }),
      unrestricted: values.unrestricted,
      ...(offering.mode === 'subscription' && { draw_secret: drawSecret }),
      ...(values.disclosure_version && { disclosure_version: info.disclosure_version }),
      ...(values.prospectus_version && prospectus && { prospectus_version: prospectus.version }),
    };
    try {
      onDone(await sendOnce((idempotencyKey) => buyShares(body, idempotencyKey)));
      refreshIpo();
    } catch (error) {
      // What was refused may have changed since it was shown: the price, the prospectus, the state.
      void queries.invalidateQueries({ queryKey: offeringQuery(offering.stock_id).queryKey });
      throw error;
    }
  });
  return { form, terms, prospectus, requested, submit };
}
