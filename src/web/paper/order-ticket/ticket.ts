import { useQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { orderInputOf, type TicketValues } from './input.ts';
import { paperCall, useTerminal } from '../terminal.ts';
import { refreshTerminal } from '../terminal-queries.ts';

const empty = { volume: '0.10', price: '', sl: '', tp: '' };

/** The order that is being written: one, wherever its fields stand. `place` sends it, of this side. */
export function useNewTicket() {
  const t = useText();
  const format = useFormat();
  const { session, symbol } = useTerminal();
  const sendOnce = useIdempotentCall();
  const [side, setSide] = useState<TicketValues['side']>('buy');
  const [type, setType] = useState<TicketValues['type']>('market');
  const form = useCallForm(empty);
  const [writtenFor, setWrittenFor] = useState(symbol);
  if (writtenFor !== symbol) {
    // Prices of one instrument mean nothing in another.
    setWrittenFor(symbol);
    for (const name of ['price', 'sl', 'tp'] as const) form.set(name, '');
  }

  const place = (of: TicketValues['side'], onPlaced?: () => void) =>
    form.submit(async (values) => {
      const body = orderInputOf(symbol, { side: of, type, ...values }) ?? {
        symbol,
        side: of,
        type,
        volume: values.volume,
      };
      const { order } = await sendOnce((idempotencyKey) =>
        paperCall(session, 'POST /api/paper/place', { body }, { idempotencyKey }),
      );
      void refreshTerminal();
      onPlaced?.();
      const filledAt = order.filled_price && format.price(order.filled_price);
      toast({
        text: filledAt
          ? t('terminal.filled', { side: t(`terminal.side_${of}`), volume: order.volume, symbol, price: filledAt })
          : t('terminal.placed', { symbol }),
      });
    });
  return { side, setSide, type, setType, form, place, input: orderInputOf(symbol, { side, type, ...form.values }) };
}

export type Ticket = ReturnType<typeof useNewTicket>;
export const TicketContext = createContext<Ticket | null>(null);

export function useTicket(): Ticket {
  const ticket = use(TicketContext);
  if (!ticket) throw new Error('a part of the ticket stands outside the terminal');
  return ticket;
}

const typingDelayMs = 250;
const previewBeatMs = 2000;

/** The platform's preview of the order, once the typing pauses and at every new price. */
export function usePreview() {
  const { session } = useTerminal();
  const { input } = useTicket();
  const settled = useDebounced(JSON.stringify(input), typingDelayMs);
  const body = JSON.parse(settled) as typeof input;
  const { data } = useQuery({
    queryKey: ['terminal', 'preview', settled],
    queryFn: () =>
      paperCall(session, 'POST /api/paper/preview', {
        body: body ?? { symbol: '', side: 'buy', type: 'market', volume: '1' },
      }),
    enabled: body !== null,
    refetchInterval: previewBeatMs,
    placeholderData: (before) => before,
    retry: false,
  });
  return input ? data : undefined;
}
