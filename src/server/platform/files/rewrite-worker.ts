import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  PDFXRefStreamParser,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { serveThread } from '../thread-messages.ts';

// Started by pdf.ts in a thread of its own.

/** The document as it may be stored, or why it may not. Any other unreadable content throws. */
export type Rewritten = Uint8Array | 'files.pdf_active';

const maxInflatedBytes = 32 * 1024 * 1024;
let inflatedBytesLeft = 0;

const of = (name: string) => PDFName.of(name);

/** Entries that make a document active, or embed something. */
const activeEntries = ['AA', 'EF', 'EmbeddedFiles', 'JavaScript', 'JS', 'XFA'].map(of);

/** Kinds of active actions, annotations and streams. A link to the web that the reader presses is not active. */
const activeKinds = new Set(
  `JavaScript Launch ImportData SubmitForm GoToE GoToR GoTo3DView Movie Rendition RichMedia RichMediaExecute Sound
  EmbeddedFile FileAttachment 3D PRC U3D`
    .split(/\s+/)
    .map(of),
);

/** Entries of a stream whose content is elsewhere, from where a program that opens the document fetches it. */
const elsewhere = ['F', 'Ref', 'OPI'].map(of);

/** An address of the web or of a mailbox, or one without any scheme, which readers take for the web's. */
function isLink(address: PDFObject | undefined): boolean {
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return false;
  const text = address.decodeText().trim();
  return /^(?:https?|mailto|tel):/i.test(text) || !/^(?:[a-z][a-z\d+-]*:|[\\/]{2})/i.test(text);
}

/** Data about the making of a document, not for its reader. */
const madeWith = ['Metadata', 'PieceInfo'].map(of);

/**
 * Packed objects and cross-references are unpacked here, within bounds and only in the usual way: the library has no
 * bounds, and a megabyte can hold a thousand.
 */
function unpacked(stream: PDFRawStream): PDFRawStream {
  const filters = stream.dict.lookup(of('Filter'));
  if (!filters) return stream;
  const filter = filters instanceof PDFArray && filters.size() === 1 ? filters.lookup(0) : filters;
  if (filter !== of('FlateDecode')) throw new Error('objects are packed in an unusual way');
  const content = inflateSync(stream.contents, { maxOutputLength: inflatedBytesLeft });
  inflatedBytesLeft -= content.length;
  const dict = stream.dict.clone();
  dict.delete(of('Filter'));
  return PDFRawStream.of(dict, content);
}

const { forStream: readObjects } = PDFObjectStreamParser;
PDFObjectStreamParser.forStream = (stream, rest) => {
  if (stream.dict.has(of('DecodeParms'))) throw new Error('objects are packed in an unusual way');
  return readObjects(unpacked(stream), rest);
};
const { forStream: readIndexes } = PDFXRefStreamParser;
PDFXRefStreamParser.forStream = (stream) => readIndexes(unpacked(stream));

const dictOf = (object: PDFObject | undefined): PDFDict | undefined =>
  object instanceof PDFDict ? object : object instanceof PDFStream ? object.dict : undefined;

/** An object and all that is written inside it, without following references. */
function* within(object: PDFObject): Generator<PDFObject> {
  const open = [object];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    if (next instanceof PDFArray) open.push(...next.asArray());
    else open.push(...(dictOf(next)?.values() ?? []));
  }
}

function isActive(object: PDFObject): boolean {
  const dict = dictOf(object);
  if (!dict) return false;
  if (activeEntries.some((name) => dict.has(name))) return true;
  if (object instanceof PDFStream && elsewhere.some((name) => dict.has(name))) return true;
  if (dict.lookup(of('S')) === of('Thread') || dict.lookup(of('FS')) === of('URL')) return true;
  if (dict.lookup(of('S')) === of('URI') && !isLink(dict.lookup(of('URI')))) return true;
  const kinds = ['S', 'Subtype', 'Type'].map((name) => dict.lookup(of(name)));
  return kinds.some((kind) => kind instanceof PDFName && activeKinds.has(kind)) || runsOnOpening(dict);
}

/** A document may open at a place of its own, and do nothing else. */
function runsOnOpening(dict: PDFDict): boolean {
  const action = dict.lookup(of('OpenAction'));
  return action instanceof PDFDict && (action.lookup(of('S')) !== of('GoTo') || action.has(of('Next')));
}

/** A signature over what was written otherwise would only be called broken. */
function discard(dict: PDFDict): void {
  for (const name of madeWith) dict.delete(name);
  if (dict.lookup(of('FT')) === of('Sig')) dict.delete(of('V'));
}

/** Drops objects that nothing refers to: leftovers of earlier versions, and containers of objects. */
function dropUnreachable(context: PDFContext): void {
  const reached = new Set<PDFRef>();
  const open: PDFObject[] = [context.trailerInfo.Root as PDFObject];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const object of within(next)) {
      if (!(object instanceof PDFRef) || reached.has(object)) continue;
      reached.add(object);
      const target = context.lookup(object);
      if (target) open.push(target);
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}

async function rewrite(content: Uint8Array): Promise<Rewritten> {
  inflatedBytesLeft = maxInflatedBytes;
  const document = await PDFDocument.load(content, {
    throwOnInvalidObject: true,
    updateMetadata: false,
    preserveXFA: true,
    parseSpeed: Infinity,
  });
  const { catalog, context } = document;
  const objects = context.enumerateIndirectObjects().flatMap(([, object]) => [...within(object)]);
  if (objects.some(isActive)) return 'files.pdf_active';
  for (const object of objects) {
    const dict = dictOf(object);
    if (dict) discard(dict);
  }
  for (const name of ['Perms', 'DSS'].map(of)) catalog.delete(name);
  delete context.trailerInfo.Info;
  dropUnreachable(context);
  if (document.getPageCount() === 0) throw new Error('a document without a page');
  // A packed document is packed again, or a small file would become a large one.
  const useObjectStreams = context.pdfFileDetails.useObjectStreams;
  return document.save({ useObjectStreams, addDefaultPage: false, updateFieldAppearances: false });
}

serveThread(rewrite);
