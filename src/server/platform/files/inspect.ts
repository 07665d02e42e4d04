import type { FileType } from '#contract/kernel/file-rules.ts';
import { refuse } from '#server/platform/refusal.ts';
import { rewritePdf } from './pdf.ts';
import { redraw } from './picture.ts';
import { sniff } from './sniff.ts';

/** What may be stored of an upload. */
export interface Inspected {
  type: FileType;
  content: Buffer;
  width: number | null;
  height: number | null;
}

/**
 * Detects the type of the content and makes it safe to store: a picture is redrawn, a document rewritten.
 * @throws Refusal `files.empty`, `files.type`, and what the type's own inspection throws
 */
export async function inspect(content: Buffer, types: readonly FileType[]): Promise<Inspected> {
  if (content.length === 0) throw refuse('files.empty');
  const type = sniff(content);
  if (!type || !types.includes(type)) throw refuse('files.type');
  if (type !== 'application/pdf') return { type, ...(await redraw(content, type)) };
  return { type, content: await rewritePdf(content), width: null, height: null };
}
