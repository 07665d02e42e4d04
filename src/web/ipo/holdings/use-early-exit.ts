import { useState, type SubmitEvent } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import type { IpoHolding } from '#contract/ipo/records.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useSecondsLeft } from '#web/platform/forms/use-seconds-left.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshIpo } from '../ipo-queries.ts';

export type ExitQuote = ResponseOf<'POST /api/ipo/early-exit-quote'>;

/** A quote and when it ends on this device's own clock, which may differ from the server's. */
interface Offer {
  quote: ExitQuote;
  endsAt: number;
}

/**
 * The two steps of leaving early: a submit without a living quote asks for one, a submit with one sells. Another
 * quantity drops the quote, for it was for something else.
 */
export function useEarlyExit(holding: IpoHolding, onDone: () => void) {
  const t = useText();
  const format = useFormat();
  const sendOnce = useIdempotentCall();
  const [offer, setOffer] = useState<Offer | null>(null);
  const secondsLeft = useSecondsLeft(offer?.endsAt);
  const form = useCallForm({ quantity: '' });
  const start = () => {
    form.reset();
    form.set('quantity', String(holding.quantity));
    setOffer(null);
  };
  const change = (quantity: string) => {
    setOffer(null);
    form.set('quantity', quantity);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    form.submit(async ({ quantity }) => {
      if (!offer || offer.endsAt <= performance.now()) {
        return setOffer(await requestQuote(holding.stock_id, Number(quantity)));
      }
      const sale = await sendOnce((idempotencyKey) =>
        call('POST /api/ipo/early-exit', { body: { quote_id: offer.quote.quote_id } }, { idempotencyKey }),
      ).catch((error: unknown) => {
        setOffer(null);
        throw error;
      });
      onDone();
      refreshIpo();
      toast({ text: t('ipo.sold', { count: sale.quantity, net: format.symbol(sale.net, sale.currency) }) });
    })(event);
  return { form, offer, secondsLeft, start, change, submit };
}

async function requestQuote(stock_id: string, quantity: number): Promise<Offer> {
  const quote = await call('POST /api/ipo/early-exit-quote', { body: { stock_id, quantity } });
  return { quote, endsAt: performance.now() + quote.holds_seconds * 1000 };
}
