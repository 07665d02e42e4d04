import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Result } from '../Result.tsx';
import { usePreferences } from '../preferences.ts';
import { useTerminal } from '../terminal.ts';
import { useInstrument, useIsOpen } from '../terminal-queries.ts';
import { stepVolume } from './input.ts';
import styles from './OrderTicket.module.css';
import { Preview } from './Preview.tsx';
import { usePreview, useTicket } from './ticket.ts';

const types = ['market', 'limit', 'stop'] as const;

interface TicketFieldsProps {
  head: ReactNode;
  foot: ReactNode;
  /** After an order. */
  onPlaced?: () => void;
}

/** The order's fields with the button that places it, unless Sell and Buy in `head` do so by themselves. */
export function TicketFields({ head, foot, onPlaced }: TicketFieldsProps) {
  const t = useText();
  const { symbol } = useTerminal();
  const { instrument } = useInstrument();
  const { side, type, setType, form, place } = useTicket();
  const preview = usePreview();
  const { one_click: isOneClick } = usePreferences().preferences;
  const isOpen = useIsOpen(symbol);
  const step = (by: 1 | -1) => instrument && form.set('volume', stepVolume(form.values.volume, by, instrument));
  const level = (name: 'sl' | 'tp', result: string | null | undefined) => (
    <div>
      <TextField {...form.field(name)} label={t(`terminal.${name}`)} inputMode="decimal" dir="ltr" maxLength={16} />
      <p className={styles.risk}>{form.values[name] && result ? <Result amount={result} /> : null}</p>
    </div>
  );
  return (
    <form className={styles.form} noValidate onSubmit={place(side, onPlaced)}>
      {head}
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
        <TextField {...form.field('price')} label={t('terminal.price')} inputMode="decimal" dir="ltr" maxLength={16} />
      )}
      <div className={styles.pair}>
        {level('sl', preview?.sl_profit)}
        {level('tp', preview?.tp_profit)}
      </div>
      {!isOneClick && (
        <Button type="submit" wide variant="primary" busy={form.busy} disabled={!isOpen}>
          {t(`terminal.screen_${side}`, { volume: form.values.volume, symbol })}
        </Button>
      )}
      {foot}
      <Preview preview={preview} />
    </form>
  );
}
