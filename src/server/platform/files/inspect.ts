import type { FileType } from '#contract/file-rules.ts';
import { refuse } from '#server/platform/refusal.ts';
import { rewritePdf } from './pdf.ts';
import { redraw } from './picture.ts';
import { sniff } from './sniff.ts';

/** What may be kept of an upload. */
export interface Inspected {
  type: FileType;
  content: Buffer;
  width: number | null;
  height: number | null;
}

/**
 * Tells what content is and makes it fit to be kept: a picture is drawn anew, a document written anew.
 * @throws Refusal `files.empty`, `files.type`, and what the type's own inspection throws
 */
export async function inspect(content: Buffer, types: readonly FileType[]): Promise<Inspected> {
  if (content.length === 0) throw refuse('files.empty');
  const type = sniff(content);
  if (!type || !types.includes(type)) throw refuse('files.type');
  if (type !== 'application/pdf') return { type, ...(await redraw(content, type)) };
  return { type, content: await rewritePdf(content), width: null, height: null };
}
