import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { refuse } from '../refusal.ts';

/** An element with everything in it. Names are without prefix. */
export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  /** Its own text, without blanks at both ends. */
  text: string;
  children: XmlNode[];
}

/** A whole element of a container, or the end of that container itself. */
export type XmlPart = { within: string; node: XmlNode } | { ended: string };

interface Shape {
  /** The namespace of the root, `Document`. */
  namespace: RegExp;
  /** How people call that kind of file. */
  expected: string;
  /** The elements that are read part by part, so that a file of any length takes little memory. */
  containers: ReadonlySet<string>;
}

/** No file of a bank nests deeper, or has an element with more in it. */
const maxDepth = 100;
const maxNodes = 20_000;

/**
 * Reads an XML document as it arrives. A document type is refused as soon as it begins, so no entity is ever defined or
 * opened; what is not well-formed is refused too.
 * @throws Refusal `files.xml_unsafe`, `files.xml_malformed`, `files.xml_schema`
 */
export async function* readXml(content: AsyncIterable<Buffer>, shape: Shape): AsyncGenerator<XmlPart> {
  const { parser, take } = openParser(shape);
  for await (const text of decoded(content)) {
    parser.write(text);
    yield* take();
  }
  parser.close();
  yield* take();
}

function openParser({ namespace, expected, containers }: Shape) {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const wrong = () => refuse('files.xml_schema', { expected });
  let parts: XmlPart[] = [];
  const open: (XmlNode | string)[] = [];
  let nodes = 0;
  parser.on('doctype', () => {
    throw refuse('files.xml_unsafe');
  });
  parser.on('error', () => {
    throw refuse('files.xml_malformed');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const [prefix, local] = name.includes(':') ? (name.split(':') as [string, string]) : ['', name];
    // Only the root is asked for its namespace: to follow all of them takes a third of the time.
    const uri = attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`] ?? '';
    if (open.length === 0 && (local !== 'Document' || !namespace.test(uri))) throw wrong();
    const parent = open.at(-1);
    nodes = typeof parent === 'object' ? nodes + 1 : 0;
    if (open.length >= maxDepth || nodes > maxNodes) throw refuse('files.xml_malformed');
    if (typeof parent !== 'object' && containers.has(local)) return void open.push(local);
    if (parent === undefined || (parent === 'Document' && !containers.has(local))) throw wrong();
    const node: XmlNode = { name: local, attributes, text: '', children: [] };
    if (typeof parent === 'object') parent.children.push(node);
    open.push(node);
  });
  const addText = (text: string) => {
    const node = open.at(-1);
    if (typeof node === 'object') node.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    const parent = open.at(-1);
    if (typeof closed === 'string') parts.push({ ended: closed });
    else if (closed) {
      closed.text = closed.text.trim();
      if (typeof parent === 'string') parts.push({ within: parent, node: closed });
    }
  });
  const take = () => {
    const taken = parts;
    parts = [];
    return taken;
  };
  return { parser, take };
}

/** The text of the file, by its byte order mark, or as its first line declares it. */
async function* decoded(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let begin = Buffer.alloc(0);
  try {
    for await (const piece of content) {
      if (decoder) {
        yield decoder.decode(piece, { stream: true });
        continue;
      }
      begin = Buffer.concat([begin, piece]);
      if (begin.length < 200) continue;
      decoder = decoderOf(begin);
      yield decoder.decode(begin, { stream: true });
    }
    decoder ??= decoderOf(begin);
    yield begin.length < 200 ? decoder.decode(begin) : decoder.decode();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw refuse('files.xml_malformed');
    throw error;
  }
}

function decoderOf(begin: Buffer): TextDecoder {
  const [first = 0, second = 0] = begin;
  if ((first === 0xff && second === 0xfe) || (second === 0 && first === 0x3c))
    return new TextDecoder('utf-16le', { fatal: true });
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return new TextDecoder('utf-16be', { fatal: true });
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(
    begin.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, ''),
  );
  return new TextDecoder(declared?.[1] ?? 'utf-8', { fatal: true });
}

/** The first element on a path below a node, as `['Refs', 'EndToEndId']`. */
export function findIn(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce((at, name) => at?.children.find((child) => child.name === name), node);
}

/** Its text; undefined where there is no such element, or it is empty. */
export const textIn = (node: XmlNode | undefined, ...path: readonly string[]): string | undefined =>
  findIn(node, ...path)?.text || undefined;

/** All elements of that name directly in a node. */
export const allIn = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];
