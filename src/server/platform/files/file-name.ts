import type { FileType } from '#contract/kernel/file-rules.ts';

const endings: Record<FileType, readonly [usual: string, ...others: string[]]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
};

const longest = 100;
/** Names that some systems reserve for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A name that is safe to show and to save under: without path, control and direction characters, of bounded length,
 * with the ending of the type that was found in the content.
 */
export function cleanFileName(given: string, type: FileType): string {
  const name = given
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*%;`$]/g, '_')
    .replace(/\s+/g, ' ')
    .trim();
  const [usual, ...others] = endings[type];
  const [, stem = '', ending = ''] = /^(.*?)(?:\.([a-z0-9]{1,5}))?$/is.exec(name) ?? [];
  const known = [usual, ...others].find((each) => each === ending.toLowerCase());
  const stored = short(stem).replace(/^[\s.]+|[\s.]+$/gu, '') || 'file';
  const whole = known
    ? `${stored}.${known}`
    : stored.toLowerCase().endsWith(`.${usual}`)
      ? stored
      : `${stored}.${usual}`;
  return reserved.test(whole) ? `_${whole}` : whole;
}

/** Cut between characters as people see them. */
function short(text: string): string {
  const seen = Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.slice(0, 400)));
  let stored = '';
  for (const { segment } of seen) {
    if (stored.length + segment.length > longest) break;
    stored += segment;
  }
  return stored;
}
