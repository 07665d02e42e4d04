import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';

/** A return, as a signed decimal string of percent; null where nothing was invested. */
export function Percent({ value }: { value: string | null }) {
  const t = useText();
  const format = useFormat();
  if (value === null) return t('ipo.none');
  return <Delta text={format.change(value)} trend={trendOf(value)} />;
}
