import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

/** A line of text. Addresses, numbers and codes keep their order in right-to-left pages through `dir="auto"`. */
export function TextField({ label, hint, error, className, ...rest }: ComponentProps<'input'> & FieldProps) {
  const frame = { label, hint, error, className, id: rest.id, required: rest.required };
  return <Field {...frame}>{(control) => <input type="text" dir="auto" {...rest} {...control} />}</Field>;
}
