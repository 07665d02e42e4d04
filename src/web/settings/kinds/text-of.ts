import type { KindFieldProps } from './kind.ts';

/** What of the props a field of text takes. */
export function textOf<Value>({ label, hint, error, value }: KindFieldProps<Value>) {
  return { label, hint, error, value: written(value), required: true };
}

/** The value of a text field. */
const written = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
