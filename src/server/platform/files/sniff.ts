import type { FileType } from '#contract/kernel/file-rules.ts';

const startsWith = (content: Buffer, signature: string, at = 0) =>
  content.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));

/** The type of content by its first bytes, which must be the very first: anything before them is suspect. */
export function sniff(content: Buffer): FileType | undefined {
  if (startsWith(content, '%PDF-')) return 'application/pdf';
  if (startsWith(content, '\x89PNG\r\n\x1A\n')) return 'image/png';
  if (startsWith(content, '\xFF\xD8\xFF')) return 'image/jpeg';
  if (startsWith(content, 'RIFF') && startsWith(content, 'WEBPVP8', 8)) return 'image/webp';
  return undefined;
}
