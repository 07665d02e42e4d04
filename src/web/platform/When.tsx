import { useFormat } from './format.ts';
import { useNow } from './now.ts';

interface WhenProps {
  /** An instant in ISO 8601. */
  at: string;
  /** `dateTime` unless told. */
  as?: 'date' | 'dateTime';
}

/** An instant in the reader's own zone; pointing at it shows the second and the zone. */
export function When({ at, as = 'dateTime' }: WhenProps) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.exactTime(at)}>
      {format[as](at)}
    </time>
  );
}

/** How far an instant is from now, as in "3 days ago"; it keeps up with the time. */
export function Distance({ at }: { at: string }) {
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={at} title={format.exactTime(at)}>
      {format.relative(at, now)}
    </time>
  );
}
