import type { Styles } from '@react-pdf/renderer';
import { fontFamily } from './fonts.ts';

const ink = '#14171c';
const soft = '#4f5762';
const line = '#e0e3e6';

export type PdfStyle = ReturnType<typeof styleFor>;

/** The style of a sheet, in points. The library knows no logical sides, so both directions are spelt out here. */
export function styleFor(direction: 'ltr' | 'rtl') {
  const isRtl = direction === 'rtl';
  const text = { direction, textAlign: isRtl ? 'right' : 'left' } as const;
  const row = { flexDirection: isRtl ? 'row-reverse' : 'row' } as const;
  return {
    page: { paddingHorizontal: 40, paddingTop: 44, paddingBottom: 56, fontFamily, fontSize: 9, color: ink },
    head: { marginBottom: 18 },
    issuer: { ...text, fontSize: 10, fontWeight: 600, color: soft, marginBottom: 10 },
    logo: {
      height: 24,
      maxWidth: 200,
      objectFit: 'contain',
      alignSelf: isRtl ? 'flex-end' : 'flex-start',
      marginBottom: 10,
    },
    title: { ...text, fontSize: 18, fontWeight: 600, marginBottom: 14 },
    fact: { ...row, minHeight: 16 },
    term: { ...text, width: '30%', color: soft },
    details: { ...text, width: '70%' },
    header: { ...row, height: 24, alignItems: 'center', borderBottom: `1 solid ${soft}` },
    tableHead: { height: 56, justifyContent: 'flex-end', paddingBottom: 4 },
    tableTitle: { ...text, fontSize: 12, fontWeight: 600, paddingHorizontal: 3 },
    columnName: { color: soft, fontWeight: 600, fontSize: 8 },
    row: { ...row, height: 30, alignItems: 'center', borderBottom: `1 solid ${line}` },
    cell: { ...text, maxLines: 1, textOverflow: 'ellipsis', paddingHorizontal: 3 },
    alone: { maxLines: 2 },
    figure: { direction: 'ltr', textAlign: 'right' },
    strong: { fontWeight: 600 },
    detail: { color: soft, fontSize: 7.5, marginTop: 1 },
    notes: { marginTop: 14 },
    note: { ...text, color: soft, fontSize: 7.5, lineHeight: 1.4, marginBottom: 4 },
    foot: { ...text, position: 'absolute', bottom: 28, width: 515, color: soft, fontSize: 7.5 },
  } as const satisfies Styles;
}
