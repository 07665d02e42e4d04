import { useFormat, useNear, type NearParts } from './format.ts';
import { Rich } from './i18n.tsx';
import { useNow } from './server-clock.ts';
import type { TextKey } from './text-key.ts';

interface InstantProps {
  /** An instant in ISO 8601. */
  at: string;
  /** A sentence around it, which has it as `<0>{when}</0>`. */
  within?: TextKey;
}

/**
 * An instant in the reader's own zone; pointing at it shows the year, the second and the zone. The default of `as` is
 * `dateTime`; a list says `brief`, and a record that is proof, such as a log, `full`.
 */
export function DateTime({ at, within, as = 'dateTime' }: InstantProps & { as?: NearParts | 'full' }) {
  const { dateTime } = useFormat();
  const near = useNear();
  return <Time at={at} within={within} text={as === 'full' ? dateTime(at) : near(at, as)} />;
}

const weekMs = 7 * 86_400_000;

/**
 * How far an instant is from now, as in "3 days ago"; it keeps up with the time. Outside a sentence, what was more than a
 * week ago has its date.
 */
export function RelativeTime({ at, within }: InstantProps) {
  const { relative, near } = useFormat();
  const now = useNow();
  const isLongAgo = !within && now.getTime() - Date.parse(at) > weekMs;
  return <Time at={at} within={within} text={isLongAgo ? near(at, now, 'date') : relative(at, now)} />;
}

function Time({ at, within, text }: { at: string; within: TextKey | undefined; text: string }) {
  const time = (
    <time key="time" dateTime={at} title={useFormat().exactTime(at)}>
      {text}
    </time>
  );
  return within ? <Rich id={within} parts={[time]} values={{ when: text }} /> : time;
}
