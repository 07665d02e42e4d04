import { useState, type FocusEvent } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';

interface Bounds {
  min: string | undefined;
  max: string | undefined;
}

/** Says that a date lies before the first or after the last, once the field is left: half a year is typed as one of antiquity. */
export function useOutOfBounds(value: string, { min, max }: Bounds) {
  const t = useText();
  const format = useFormat();
  const [isTyping, setIsTyping] = useState(false);
  const sentence = () => {
    if (isTyping || value === '') return undefined;
    if (min && value < min) return t('common.date_too_early', { day: format.day(min) });
    if (max && value > max) return t('common.date_too_late', { day: format.day(max) });
    return undefined;
  };
  return {
    outOfBounds: sentence(),
    onFocus: () => setIsTyping(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setIsTyping(currentTarget.contains(relatedTarget)),
  };
}
