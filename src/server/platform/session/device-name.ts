/** Each program or system by its mark; the first match wins, because later marks also occur in others. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstThatFits = (marks: [RegExp, string][], userAgent: string) =>
  marks.find(([mark]) => mark.test(userAgent))?.[1];

/** A device in words that a person knows, as `Chrome · Windows`; null when it is unknown. */
export function deviceName(userAgent: string | null): string | null {
  const parts = [firstThatFits(browsers, userAgent ?? ''), firstThatFits(systems, userAgent ?? '')];
  return parts.filter((part) => part !== undefined).join(' · ') || null;
}
