import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { refuse } from '#server/platform/refusal.ts';

const inflated = promisify(inflate);

/** Names that make a document do something, or carry something. Ordinary links to the web are no such thing. */
const active = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'ImportData',
  'SubmitForm',
  'GoToE',
];

/** The short name of a form with scripts is looked for with its value: alone it stands in many a picture by chance. */
const activeName = new RegExp(String.raw`/(?:(?:${active.join('|')})(?![A-Za-z0-9_-])|XFA\s*[\[\d])`);
const mostStreams = 20_000;
const mostInflatedBytes = 32 * 1024 * 1024;
/** The mark at the end of a ZIP archive, which may stand behind anything. */
const zipEnd = 'PK\x05\x06';

/**
 * Looks through a PDF, which is kept as it is. A plain scan over its names, also those in compressed object streams;
 * no renderer, so it says what a document may do, not what it shows.
 * @throws Refusal `files.unreadable`, `files.pdf_encrypted`, `files.pdf_active`
 */
export async function checkPdf(content: Buffer): Promise<void> {
  const text = content.toString('latin1');
  if (!/^%PDF-[12]\.\d[\r\n\s%]/.test(text)) throw refuse('files.unreadable');
  if (!/startxref\s+\d+\s+%%EOF[\s\0]*$/.test(text.slice(-2048))) throw refuse('files.unreadable');
  if (text.slice(-66_000).includes(zipEnd)) throw refuse('files.unreadable');
  checkNames(text);
  for await (const objects of objectStreams(content, text)) checkNames(objects);
}

function checkNames(text: string): void {
  const names = plainNames(text);
  if (/\/Encrypt(?![A-Za-z])/.test(names)) throw refuse('files.pdf_encrypted');
  if (activeName.test(names)) throw refuse('files.pdf_active');
}

/** A name may spell any letter as #xx. */
const plainNames = (text: string) =>
  text.replaceAll(/#([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** What compressed object streams hold. One that cannot be read here could not be looked through. */
async function* objectStreams(content: Buffer, text: string): AsyncGenerator<string> {
  let dictionaryAt = 0;
  let streams = 0;
  let left = mostInflatedBytes;
  for (const { index, 0: word } of text.matchAll(/\bobj\b|(?<!end)stream\r?\n/g)) {
    if (word === 'obj') {
      dictionaryAt = index;
      continue;
    }
    if (++streams > mostStreams) throw refuse('files.unreadable');
    const dictionary = plainNames(text.slice(dictionaryAt, index));
    dictionaryAt = index;
    if (!dictionary.includes('/ObjStm')) continue;
    if (dictionary.includes('/Predictor')) throw refuse('files.unreadable');
    const begin = index + word.length;
    const end = text.indexOf('endstream', begin);
    const packed = content.subarray(begin, end === -1 ? undefined : end);
    const objects = dictionary.includes('/Filter') ? await unpack(packed, left) : packed;
    left -= objects.length;
    yield objects.toString('latin1');
  }
}

async function unpack(packed: Buffer, atMost: number): Promise<Buffer> {
  if (atMost <= 0) throw refuse('files.unreadable');
  try {
    return await inflated(packed, { maxOutputLength: atMost });
  } catch {
    throw refuse('files.unreadable');
  }
}
