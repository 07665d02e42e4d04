import { Minus, Plus } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './QuantityField.module.css';

interface QuantityFieldProps {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  /** Shares in a lot: what a press of a button adds or takes. */
  step: number;
  min: number;
  max: number;
  onChange: (value: string) => void;
}

/** A number of shares, typed or counted up and down by lots. */
export function QuantityField({ label, hint, error, value, step, min, max, onChange }: QuantityFieldProps) {
  const t = useText();
  const count = /^\d{1,9}$/.test(value.trim()) ? Number(value) : 0;
  const to = (lots: number) => onChange(String(Math.min(max, Math.max(min, lots * step))));
  return (
    <Field label={label} hint={hint} error={error} required>
      {(control) => (
        <div className={styles.line}>
          <input
            {...control}
            type="text"
            name="quantity"
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            maxLength={9}
            required
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            label={t('ipo.one_lot_less')}
            disabled={count <= min}
            onClick={() => to(Math.ceil(count / step) - 1)}
          >
            <Minus {...icon} />
          </IconButton>
          <IconButton
            label={t('ipo.one_lot_more')}
            disabled={count >= max}
            onClick={() => to(Math.floor(count / step) + 1)}
          >
            <Plus {...icon} />
          </IconButton>
        </div>
      )}
    </Field>
  );
}
