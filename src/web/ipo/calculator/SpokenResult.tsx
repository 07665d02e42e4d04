import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Calculated } from './input.ts';

/** Long enough not to interrupt a person who is typing. */
const typingDelayMs = 1000;

/** Announces the result to screen readers, once the typing pauses. */
export function SpokenResult({ result, isOutdated }: { result: Calculated; isOutdated: boolean }) {
  const t = useText();
  const format = useFormat();
  const { net, returnOnInvestedPercent } = result.estimate;
  const sentence = isOutdated
    ? t('ipo.outdated')
    : t('ipo.spoken_result', {
        net: format.symbol(net, result.currency, { signed: true }),
        percent: format.change(returnOnInvestedPercent ?? '0'),
      });
  return (
    <div role="status">
      <VisuallyHidden>{useDebounced(sentence, typingDelayMs)}</VisuallyHidden>
    </div>
  );
}
