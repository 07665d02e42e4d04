import { useState, type SubmitEvent } from 'react';
import type { Quote, Wallet } from '#contract/wallets/endpoints.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useSecondsLeft } from '#web/platform/forms/use-seconds-left.ts';
import { refreshWallets } from '../wallet-queries.ts';

/** A quote and when it ends by this device's own clock, which may differ from the server's. */
export interface Offer {
  quote: Quote;
  endsAt: number;
}

type Field = 'from_wallet_id' | 'to_wallet_id' | 'amount';

/**
 * The two steps of a conversion: a submit without a living quote asks for one, a submit with one converts. Any change of the
 * fields drops the quote, for it was for something else.
 */
export function useConversion({ wallets, fromId }: { wallets: readonly Wallet[]; fromId: string }, onDone: () => void) {
  const t = useText();
  const format = useFormat();
  const sendOnce = useIdempotentCall();
  const [offer, setOffer] = useState<Offer | null>(null);
  const secondsLeft = useSecondsLeft(offer?.endsAt);
  const toId = wallets.find(({ id }) => id !== fromId)?.id ?? '';
  const form = useCallForm({ from_wallet_id: fromId, to_wallet_id: toId, amount: '' });

  const start = () => {
    form.reset();
    setOffer(null);
  };
  const change = (name: Field) => (event: { target: { value: string } }) => {
    setOffer(null);
    form.set(name, event.target.value);
    // Both fields never name one wallet: the other one swaps over.
    if (name === 'from_wallet_id' && event.target.value === form.values.to_wallet_id) {
      form.set('to_wallet_id', form.values.from_wallet_id);
    }
    if (name === 'to_wallet_id' && event.target.value === form.values.from_wallet_id) {
      form.set('from_wallet_id', form.values.to_wallet_id);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    form.submit(async (values) => {
      if (!offer || offer.endsAt <= performance.now()) return setOffer(await requestQuote(values));
      const { quote } = await sendOnce((idempotencyKey) =>
        call('POST /api/wallets/convert', { body: { quote_id: offer.quote.id } }, { idempotencyKey }),
      ).catch(async (error: unknown) => {
        // The new rate is shown beside the reason.
        setOffer(hasMoved(error) ? await requestQuote(values) : null);
        throw error;
      });
      start();
      onDone();
      toast({ text: t('wallets.converted', { amount: format.symbol(quote.received, quote.to_currency) }) });
      await refreshWallets();
    })(event);
  return { form, offer, secondsLeft, change, submit, start };
}

const hasMoved = (error: unknown) => error instanceof ApiError && error.code === 'wallets.rate_moved';

async function requestQuote(body: Record<Field, string>): Promise<Offer> {
  const quote = await call('POST /api/wallets/quote', { body: { ...body, amount: body.amount.replace(',', '.') } });
  const lifetimeMs = Date.parse(quote.expires_at) - Date.parse(quote.created_at);
  return { quote, endsAt: performance.now() + lifetimeMs };
}
