import { refuse } from '#server/platform/refusal.ts';
import { openThread } from '../thread.ts';
import type { Rewritten } from './rewrite-worker.ts';

/**
 * This time limit ends the reading of a document that was made to be read forever. An honest one of 10 MB takes a
 * second or two.
 */
const rewrite = openThread<Rewritten>('platform/files/rewrite-worker', 'ts', { maxMs: 10_000, heapMegabytes: 512 });

/** The mark at the end of a ZIP archive, which may follow any content. */
const zipEnd = 'PK\x05\x06';

/**
 * Writes a new PDF from what was parsed of it, so that nothing is stored which its readers parse differently. Active or
 * embedded content makes it refused; metadata and signatures are dropped.
 * @throws Refusal `files.unreadable`, `files.pdf_encrypted`, `files.pdf_active`
 */
export async function rewritePdf(content: Buffer): Promise<Buffer> {
  const text = content.toString('latin1');
  if (!/^%PDF-[12]\.\d[\r\n\s%]/.test(text)) throw refuse('files.unreadable');
  if (!/startxref\s+\d+\s+%%EOF[\s\0]*$/.test(text.slice(-2048))) throw refuse('files.unreadable');
  if (/\/Encrypt(?![A-Za-z])/.test(plainNames(text))) throw refuse('files.pdf_encrypted');
  const rewritten = await rewrite(content).catch(() => 'files.unreadable' as const);
  if (typeof rewritten === 'string') throw refuse(rewritten);
  const written = Buffer.from(rewritten);
  if (written.subarray(-66_000).includes(zipEnd, 0, 'latin1')) throw refuse('files.unreadable');
  return written;
}

/** A name may spell any character as #xx. */
const plainNames = (text: string) =>
  text.replaceAll(/#([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
