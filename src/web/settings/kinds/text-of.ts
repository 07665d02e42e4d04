import { TextField } from '#web/ui/forms/TextField.tsx';
import type { KindFieldProps } from './kind.ts';

/** What of the props a field of text takes. */
export function textOf<Value>({ label, hint, error, value }: KindFieldProps<Value>) {
  return { label, hint, error, value: written(value), required: true };
}

/** The value of a text field. */
const written = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A whole number; other text is sent as it is, and refused. */
export function WholeNumberField(props: KindFieldProps<number>) {
  return (
    <TextField
      {...textOf(props)}
      dir="ltr"
      inputMode="numeric"
      onChange={({ target }) => props.onChange(/^\d+$/.test(target.value) ? Number(target.value) : target.value)}
    />
  );
}

/** An amount or a percentage. */
export function DecimalField(props: KindFieldProps<string>) {
  return (
    <TextField
      {...textOf(props)}
      dir="ltr"
      inputMode="decimal"
      onChange={({ target }) => props.onChange(target.value.trim())}
    />
  );
}
