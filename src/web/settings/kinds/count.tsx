import { useFormat } from '#web/platform/i18n/format.ts';
import { WholeNumberField } from './fields.tsx';
import type { Kind } from './kind.ts';

/** How many of something there may be. */
export const count: Kind<number> = { Shown: Count, Field: WholeNumberField };

function Count({ value }: { value: number }) {
  const { number } = useFormat();
  return <p>{number(value)}</p>;
}

/** Hundredths of a percent, and the percentage that they are. */
export const hundredths: Kind<number> = { Shown: Hundredths, Field: WholeNumberField };

function Hundredths({ value }: { value: number }) {
  const { number, percent } = useFormat();
  return (
    <p>
      <bdi>
        {number(value)} ({percent(value / 100)})
      </bdi>
    </p>
  );
}
