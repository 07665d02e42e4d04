import { useFormat } from '#web/platform/i18n/format.ts';
import { Rich, useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { timeLeft } from './next-date.ts';

/**
 * How long it is until an instant, to the minute; pointing at it shows the instant itself. `within` is a sentence around
 * it, which has it as `<0>{when}</0>`.
 */
export function Countdown({ at, within }: { at: string; within?: TextKey }) {
  const t = useText();
  const format = useFormat();
  const { days, hours, minutes } = timeLeft(at, useNow());
  const text =
    days > 0
      ? t('ipo.left_days', { days, hours })
      : hours > 0
        ? t('ipo.left_hours', { hours, minutes })
        : t('ipo.left_minutes', { minutes });
  const time = (
    <time key="time" dateTime={at} title={format.exactTime(at)}>
      {text}
    </time>
  );
  return within ? <Rich id={within} parts={[time]} values={{ when: text }} /> : time;
}
