import { useFormat, type Format, type SpanUnit } from '#web/platform/i18n/format.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import type { Kind, KindFieldProps } from './kind.ts';

/**
 * A number, which is shown with its unit, and under its field as well while it is typed. The hook returns how it is
 * written.
 */
function quantity<Value extends number | string>(
  useText: () => (value: Value) => string,
  { inputMode, read }: { inputMode: 'numeric' | 'decimal'; read: (typed: string) => Value | undefined },
): Kind<Value> {
  return { Shown: Quantity, Field: QuantityField };

  function Quantity({ value }: { value: Value }) {
    const text = useText();
    return (
      <p>
        <bdi>{text(value)}</bdi>
      </p>
    );
  }

  // What is no number is sent as it is, and refused.
  function QuantityField({ label, hint, error, value, onChange }: KindFieldProps<Value>) {
    const text = useText();
    const meant = read(String(value));
    return (
      <Field label={label} hint={hint} error={error} required aside={meant !== undefined && <bdi>{text(meant)}</bdi>}>
        {(control) => (
          <input
            {...control}
            type="text"
            dir="ltr"
            inputMode={inputMode}
            required
            value={value}
            onChange={({ target }) => onChange(read(target.value) ?? target.value)}
          />
        )}
      </Field>
    );
  }
}

export const wholeNumber = (useText: () => (value: number) => string): Kind<number> =>
  quantity(useText, { inputMode: 'numeric', read: (typed) => (/^\d+$/.test(typed) ? Number(typed) : undefined) });

const formatted = (write: (format: Format, value: number) => string): Kind<number> =>
  wholeNumber(() => {
    const format = useFormat();
    return (value) => write(format, value);
  });

/** How many of something there may be. */
export const count = formatted(({ number }, value) => number(value));
export const percent = formatted((format, value) => format.percent(value));
/** Hundredths of a percent, as the percentage that they are. */
export const hundredths = formatted((format, value) => format.percent(value / 100));
/** So many of a unit of time. */
export const spanOf = (unit: SpanUnit): Kind<number> => formatted(({ span }, value) => span(value, unit));

/** An amount in US dollars. */
export const usd: Kind<string> = quantity(
  () => {
    const { symbol } = useFormat();
    return (value) => symbol(value, 'USD');
  },
  { inputMode: 'decimal', read: (typed) => (/^\d+(\.\d+)?$/.test(typed.trim()) ? typed.trim() : undefined) },
);
