/** A piece of XML that is written and escaped. */
export class Xml {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Content = Xml | string | number | null | undefined | false | readonly Content[];

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** Signs that XML 1.0 cannot carry, whatever the escape. */
// oxlint-disable-next-line no-control-regex -- those are what it looks for
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function written(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Xml) return content.source;
  if (typeof content === 'object') return content.map(written).join('');
  const text = String(content);
  if (unwritable.test(text)) throw new RangeError('XML has no such sign');
  return escape(text);
}

/** One element; without content there is none. @throws RangeError for a sign that XML cannot carry */
export function element(name: string, content: Content, attributes: Record<string, string> = {}): Xml | null {
  const inner = written(content);
  if (inner === '') return null;
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${written(value)}"`);
  return new Xml(`<${name}${named.join('')}>${inner}</${name}>`);
}
