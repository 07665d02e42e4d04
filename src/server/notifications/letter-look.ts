import type { CSSProperties } from 'react';

const ink = '#14171c';
const soft = '#4f5762';
const line = '#e0e3e6';

/** Mail programs read styles on the elements only. */
export const look = {
  page: { backgroundColor: '#f5f6f7', margin: 0, padding: '24px 12px' },
  sheet: {
    backgroundColor: '#ffffff',
    border: `1px solid ${line}`,
    borderRadius: 12,
    maxWidth: 520,
    padding: '28px 28px 20px',
  },
  sender: { color: ink, fontSize: 15, fontWeight: 600, lineHeight: '24px', margin: '0 0 16px' },
  heading: { color: ink, fontSize: 20, lineHeight: '28px', margin: '0 0 16px' },
  text: { color: ink, fontSize: 15, lineHeight: '24px', margin: '0 0 16px' },
  hint: { color: soft, fontSize: 13, lineHeight: '20px', margin: '20px 0 4px' },
  address: { color: soft, fontSize: 13, lineHeight: '20px', wordBreak: 'break-all' },
  rule: { borderColor: line, margin: '24px 0 12px' },
  footer: { color: soft, fontSize: 12, lineHeight: '18px', margin: 0 },
} as const satisfies Record<string, CSSProperties>;

export const fontFamily = "'IBM Plex Sans', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";

/** A button in the operator's colour, with words that can be read on it, whatever that colour is. */
export function buttonLook(brandColor: string): CSSProperties {
  const color = luminance(brandColor) > 0.4 ? ink : '#ffffff';
  return { backgroundColor: brandColor, borderRadius: 8, color, fontSize: 15, fontWeight: 600, padding: '12px 20px' };
}

/** Relative luminance of `#rrggbb` from 0 to 1, as WCAG defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
