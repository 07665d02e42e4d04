import { useText } from './i18n.tsx';

/** What a person would call the thing he signs in with. The names are the makers' own, alike in every language. */
export interface Device {
  browser: string | undefined;
  system: string | undefined;
  isHandheld: boolean;
}

type Named = readonly (readonly [name: string, mark: RegExp])[];

/** In this order: each of the later ones also stands in the user agents of earlier ones. */
const browsers: Named = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const systems: Named = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac ?OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

const nameIn = (names: Named, userAgent: string) => names.find(([, mark]) => mark.test(userAgent))?.[0];

/** Reads the few words of a user agent that tell devices apart; what is not known is left out. */
export function deviceOf(userAgent: string): Device {
  return {
    browser: nameIn(browsers, userAgent),
    system: nameIn(systems, userAgent),
    isHandheld: /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent),
  };
}

/** Gives the sentence for a user agent, as in "Chrome on Windows". */
export function useDeviceName(): (userAgent: string | null) => string {
  const t = useText();
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent ?? '');
    if (browser && system) return t('common.device', { browser, system });
    return browser ?? system ?? t('common.device_unknown');
  };
}
