/** Why a file is refused: the first line at fault, and what is wrong there. */
export interface ManualFault {
  line: number;
  fault: 'not_readable' | 'unknown_number' | 'twice' | 'not_whole_lots' | 'more_than_counts' | 'over_quota';
}

/** The limits of an allotment by hand. */
export interface ManualBounds {
  quota: number;
  lotSize: number;
  /** Shares that count, by number of the application. */
  counted: ReadonlyMap<string, number>;
}

/**
 * Reads an allotment that was computed elsewhere: lines of application number and shares, such as `500123,40`, with or
 * without a heading line. An application that is not named gets nothing.
 */
export function readManualAllotment(
  csv: string,
  { quota, lotSize, counted }: ManualBounds,
): Map<string, number> | ManualFault {
  const allotted = new Map<string, number>();
  let total = 0;
  for (const [index, text] of csv
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1;
    if (text.trim() === '' || (line === 1 && !/\d/.test(text))) continue;
    const [, number = '', shares = ''] = /^\s*"?(?:A-)?(\d{1,18})"?\s*[,;]\s*"?(\d{1,10})"?\s*$/.exec(text) ?? [];
    if (number === '') return { line, fault: 'not_readable' };
    const max = counted.get(number);
    if (max === undefined) return { line, fault: 'unknown_number' };
    if (allotted.has(number)) return { line, fault: 'twice' };
    if (Number(shares) % lotSize !== 0) return { line, fault: 'not_whole_lots' };
    if (Number(shares) > max) return { line, fault: 'more_than_counts' };
    total += Number(shares);
    if (total > quota) return { line, fault: 'over_quota' };
    allotted.set(number, Number(shares));
  }
  return allotted;
}
