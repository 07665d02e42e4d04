import { GregorianCalendar } from '@internationalized/date';
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria/I18nProvider';
import { intlTagOf } from '#contract/kernel/languages.ts';
import { useLanguage } from '../../../i18n/language.ts';
import './words.ts';

/**
 * React Aria writes a `<style>` for what can be pressed, which the content policy refuses, unless an element of this id
 * is there. What it says is in our style sheets.
 */
const ownStyle = 'react-aria-pressable-style';
if (!document.getElementById(ownStyle)) {
  document.head.append(Object.assign(document.createElement('meta'), { id: ownStyle }));
}

/** Every date of the product is Gregorian, whatever calendar a language prefers. */
export const createCalendar = () => new GregorianCalendar();

export function useTag(): string {
  return intlTagOf(useLanguage());
}

/** The page's language for what React Aria writes and says. */
export function InPageLanguage({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useTag()}>{children}</I18nProvider>;
}
