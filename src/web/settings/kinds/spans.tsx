import { useFormat, type SpanUnit } from '#web/platform/i18n/format.ts';
import { WholeNumberField } from './fields.tsx';
import type { Kind } from './kind.ts';

/** So many of a unit of time. */
export function spanOf(unit: SpanUnit): Kind<number> {
  return { Shown: ({ value }) => <Span value={value} unit={unit} />, Field: WholeNumberField };
}

function Span({ value, unit }: { value: number; unit: SpanUnit }) {
  const { span } = useFormat();
  return <p>{span(value, unit)}</p>;
}
