import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { RequestOf } from '#contract/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { stepVolume, orderInputOf, type TicketValues } from './input.ts';
import styles from './OrderTicket.module.css';
import { Preview } from './Preview.tsx';
import { SideSwitch } from './SideSwitch.tsx';
import { paperCall, useTerminal } from '../terminal.ts';
import { refreshTerminal, useInstrument } from '../terminal-queries.ts';

const typingDelayMs = 250;
const previewBeatMs = 2000;
const types = ['market', 'limit', 'stop'] as const;

/** Places an order in the chosen instrument; its margin and cost are below it all the time. */
export function OrderTicket({ className }: { className: string | undefined }) {
  const t = useText();
  const format = useFormat();
  const { session, symbol } = useTerminal();
  const { instrument, quote } = useInstrument();
  const sendOnce = useIdempotentCall();
  const [side, setSide] = useState<TicketValues['side']>('buy');
  const [type, setType] = useState<TicketValues['type']>('market');
  const form = useCallForm({ volume: '0.10', price: '', sl: '', tp: '' });
  const input = orderInputOf(symbol, { side, type, ...form.values });
  const preview = usePreview(session, input);

  const place = form.submit(async (values) => {
    const body = orderInputOf(symbol, { side, type, ...values }) ?? { symbol, side, type, volume: values.volume };
    const { order } = await sendOnce((idempotencyKey) =>
      paperCall(session, 'POST /api/paper/place', { body }, { idempotencyKey }),
    );
    refreshTerminal();
    const filledAt = order.filled_price && format.price(order.filled_price);
    toast({
      text: filledAt
        ? t('terminal.filled', { side: t(`terminal.${side}`), volume: order.volume, symbol, price: filledAt })
        : t('terminal.placed', { symbol }),
    });
  });
  const step = (by: 1 | -1) => instrument && form.set('volume', stepVolume(form.values.volume, by, instrument));

  return (
    <Card title={t('terminal.part_ticket')} className={className}>
      <form className={styles.form} noValidate onSubmit={place}>
        <SideSwitch side={side} onChange={setSide} quote={quote} />
        <SegmentedControl
          label={t('terminal.order_type')}
          options={types.map((value) => ({ value, label: t(`terminal.type_${value}`) }))}
          value={type}
          onChange={setType}
        />
        <FormErrors messages={form.messages} />
        <div className={styles.volume}>
          <TextField
            {...form.field('volume')}
            label={t('terminal.volume')}
            inputMode="decimal"
            dir="ltr"
            maxLength={12}
          />
          <IconButton label={t('terminal.less')} onClick={() => step(-1)}>
            <Minus {...icon} />
          </IconButton>
          <IconButton label={t('terminal.more')} onClick={() => step(1)}>
            <Plus {...icon} />
          </IconButton>
        </div>
        {type !== 'market' && (
          <TextField
            {...form.field('price')}
            label={t('terminal.price')}
            inputMode="decimal"
            dir="ltr"
            maxLength={16}
          />
        )}
        <div className={styles.pair}>
          <TextField {...form.field('sl')} label={t('terminal.sl')} inputMode="decimal" dir="ltr" maxLength={16} />
          <TextField {...form.field('tp')} label={t('terminal.tp')} inputMode="decimal" dir="ltr" maxLength={16} />
        </div>
        <Preview preview={input ? preview : undefined} />
        <Button
          type="submit"
          wide
          variant="primary"
          className={side === 'buy' ? styles.buy : styles.sell}
          busy={form.busy}
        >
          {t(`terminal.screen_${side}`, { volume: form.values.volume, symbol })}
        </Button>
      </form>
    </Card>
  );
}

/** The platform's preview of the order, once the typing pauses and at every new price. */
function usePreview(session: string, input: RequestOf<'POST /api/paper/preview'>['body'] | null) {
  const settled = useDebounced(JSON.stringify(input), typingDelayMs);
  const body = JSON.parse(settled) as typeof input;
  return useQuery({
    queryKey: ['terminal', 'preview', settled],
    queryFn: () =>
      paperCall(session, 'POST /api/paper/preview', {
        body: body ?? { symbol: '', side: 'buy', type: 'market', volume: '1' },
      }),
    enabled: body !== null,
    refetchInterval: previewBeatMs,
    placeholderData: (before) => before,
    retry: false,
  }).data;
}
