import { Parser } from 'htmlparser2';
import { articleBlock, type ArticleBlock } from '#contract/articles/body.ts';
import { bodyWriter } from './body-writer.ts';

/** The content of these elements is not text of the page. */
const mute = new Set(
  'script style template svg math iframe object embed applet noscript noframes noembed head title meta link base textarea select option button input audio video canvas map xmp plaintext frameset frame portal'.split(
    ' ',
  ),
);

const breaks = new Set(
  'p div section article header footer aside main figure figcaption dl dt dd address pre center'.split(' '),
);

const strong = new Set(['b', 'strong']);
const em = new Set(['i', 'em', 'cite']);

/** Word processors wrap what they copy into a bold element that says it is not bold. */
const isPlain = ({ style = '' }: Record<string, string>) => /font-(weight|style)\s*:\s*(normal|400)/i.test(style);

/**
 * The part of pasted HTML that an article can store: text, the supported elements, and link addresses that the contract
 * allows. Pictures are left out, because they would be fetched from elsewhere.
 */
export function readPasted(html: string): ArticleBlock[] {
  const writer = bodyWriter();
  let muted = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (muted > 0 || mute.has(name)) muted += 1;
        else open(writer, name, attributes);
      },
      onclosetag(name) {
        if (muted > 0) muted -= 1;
        else close(writer, name);
      },
      ontext(text) {
        if (muted === 0) writer.text(text);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  return writer.end().flatMap((block) => articleBlock.safeParse(block).data ?? []);
}

type Writer = ReturnType<typeof bodyWriter>;

function open(writer: Writer, name: string, attributes: Record<string, string>): void {
  if (strong.has(name)) writer.mark(name, isPlain(attributes) ? {} : { strong: true });
  else if (em.has(name)) writer.mark(name, isPlain(attributes) ? {} : { em: true });
  else if (name === 'a') writer.mark(name, { href: attributes['href'] ?? '' });
  else if (name === 'br') writer.text('\n', true);
  else if (name === 'hr') writer.rule();
  else if (/^h[1-6]$/.test(name)) writer.start({ heading: name === 'h1' || name === 'h2' ? 2 : 3 });
  else if (name === 'ul' || name === 'ol') writer.list(name === 'ol');
  else if (name === 'li') writer.start({ item: true });
  else if (name === 'blockquote') writer.quote(true);
  else if (name === 'table') writer.table();
  else if (name === 'tr') writer.row();
  else if (name === 'td' || name === 'th') writer.cell(name === 'th');
  else if (breaks.has(name)) writer.line();
}

function close(writer: Writer, name: string): void {
  if (strong.has(name) || em.has(name) || name === 'a') writer.unmark(name);
  else if (name === 'ul' || name === 'ol') writer.endList();
  else if (name === 'blockquote') writer.quote(false);
  else if (name === 'td' || name === 'th') writer.endCell();
  else if (name === 'table') writer.endTable();
  else if (name === 'li' || breaks.has(name) || /^h[1-6]$/.test(name)) writer.line();
}
