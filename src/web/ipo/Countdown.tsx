import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useNow } from '#web/platform/now.ts';
import { timeLeft } from './next-date.ts';

/** How long it is until an instant, to the minute; pointing at it shows the instant itself. */
export function Countdown({ at }: { at: string }) {
  const t = useText();
  const format = useFormat();
  const { days, hours, minutes } = timeLeft(at, useNow());
  const text =
    days > 0
      ? t('ipo.left_days', { days, hours })
      : hours > 0
        ? t('ipo.left_hours', { hours, minutes })
        : t('ipo.left_minutes', { minutes });
  return (
    <time dateTime={at} title={format.exactTime(at)}>
      {text}
    </time>
  );
}
