import type { CSSProperties } from 'react';

const ink = '#15171a';
const soft = '#545a63';
const line = '#e2e2de';

/** Mail programs read styles on the elements only. */
export const emailStyle = {
  page: { backgroundColor: '#f6f6f4', margin: 0, padding: '24px 12px' },
  sheet: {
    backgroundColor: '#ffffff',
    border: `1px solid ${line}`,
    borderRadius: 12,
    maxWidth: 520,
    padding: '28px 28px 20px',
  },
  sender: { color: ink, fontSize: 15, fontWeight: 600, lineHeight: '24px', margin: '0 0 16px' },
  logo: { display: 'block', margin: '0 0 20px', maxWidth: 200 },
  heading: { color: ink, fontSize: 20, lineHeight: '28px', margin: '0 0 16px' },
  text: { color: ink, fontSize: 15, lineHeight: '24px', margin: '0 0 16px' },
  hint: { color: soft, fontSize: 13, lineHeight: '20px', margin: '20px 0 4px' },
  address: { color: soft, fontSize: 13, lineHeight: '20px', wordBreak: 'break-all' },
  rule: { borderColor: line, margin: '24px 0 12px' },
  footer: { color: soft, fontSize: 12, lineHeight: '18px', margin: 0 },
  legal: { margin: '12px 0 0' },
} as const satisfies Record<string, CSSProperties>;

export const fontFamily = "'IBM Plex Sans', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";

/** A button in the operator's colour, with white text. */
export const buttonStyle = (fill: string): CSSProperties => ({
  backgroundColor: fill,
  borderRadius: 8,
  color: '#ffffff',
  fontSize: 15,
  fontWeight: 600,
  padding: '12px 20px',
});
