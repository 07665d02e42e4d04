import type { JSONContent } from '@tiptap/core';
import type { ArticleBlock, ArticleSpan } from '#contract/articles/body.ts';
import { safeAddress } from '#contract/articles/links.ts';

/** What no text may hold: control characters, and those that turn a line around. */
const unwritable = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu;

type Node = JSONContent;
type Text = ArticleSpan[];

/** An article's body as the editor's document. */
export function docOf(body: readonly ArticleBlock[]): Node {
  return { type: 'doc', content: body.length > 0 ? body.map(nodeOf) : [{ type: 'paragraph' }] };
}

const paragraph = (text: Text): Node => ({ type: 'paragraph', content: text.flatMap(inlineOf) });

function nodeOf(block: ArticleBlock): Node {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(block.text);
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: block.text.flatMap(inlineOf) };
    case 'list':
      return {
        type: block.ordered ? 'orderedList' : 'bulletList',
        content: block.items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
      };
    case 'quote':
      return { type: 'blockquote', content: block.paragraphs.map(paragraph) };
    case 'table':
      return {
        type: 'table',
        content: block.rows.map((row, index) => ({
          type: 'tableRow',
          content: row.map((cell) => ({
            type: block.header && index === 0 ? 'tableHeader' : 'tableCell',
            content: [paragraph(cell)],
          })),
        })),
      };
    case 'picture':
      return { type: 'picture', attrs: { file: block.file, alt: block.alt, caption: block.caption ?? '' } };
    case 'rule':
      return { type: 'horizontalRule' };
  }
}

function inlineOf({ text, strong, em, href }: ArticleSpan): Node[] {
  const marks = [
    ...(strong ? [{ type: 'bold' }] : []),
    ...(em ? [{ type: 'italic' }] : []),
    ...(href === undefined ? [] : [{ type: 'link', attrs: { href } }]),
  ];
  return text
    .split('\n')
    .flatMap((line, index): Node[] => [
      ...(index > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line, marks }]),
    ]);
}

/** The editor's document as an article stores it. Lines without text are left out, as are links without an address. */
export function bodyOf(doc: Node): ArticleBlock[] {
  return (doc.content ?? []).flatMap(blocksOf);
}

const partsOf = ({ content = [] }: Node): Text[] => content.map(textOf).filter((text) => text.length > 0);

function blocksOf(node: Node): ArticleBlock[] {
  const text = textOf(node);
  switch (node.type) {
    case 'paragraph':
      return text.length > 0 ? [{ kind: 'paragraph', text }] : [];
    case 'heading':
      return text.length > 0 ? [{ kind: 'heading', level: node.attrs?.['level'] === 3 ? 3 : 2, text }] : [];
    case 'bulletList':
    case 'orderedList': {
      const items = partsOf(node);
      return items.length > 0 ? [{ kind: 'list', ordered: node.type === 'orderedList', items }] : [];
    }
    case 'blockquote': {
      const paragraphs = partsOf(node);
      return paragraphs.length > 0 ? [{ kind: 'quote', paragraphs }] : [];
    }
    case 'table':
      return tableOf(node);
    case 'picture':
      return [pictureOf(node)];
    case 'horizontalRule':
      return [{ kind: 'rule' }];
    case undefined:
    default:
      return [];
  }
}

function tableOf({ content: rows = [] }: Node): ArticleBlock[] {
  const first = rows[0]?.content ?? [];
  if (first.length === 0) return [];
  return [
    {
      kind: 'table',
      header: first.every(({ type }) => type === 'tableHeader'),
      rows: rows.map(({ content: cells = [] }) => first.map((_, index) => textOf(cells[index] ?? {}))),
    },
  ];
}

function pictureOf({ attrs = {} }: Node): ArticleBlock {
  const { file, alt, caption } = attrs as { file: string; alt: string; caption?: string };
  return { kind: 'picture', file, alt: alt.replaceAll(unwritable, ''), ...(caption && { caption }) };
}

/** All the text in a node; pieces with the same marks are one, and a line break is a character of it. */
function textOf(node: Node): Text {
  const spans: Text = [];
  for (const span of spansOf(node)) {
    const last = spans.at(-1);
    const isSame = last && last.strong === span.strong && last.em === span.em && last.href === span.href;
    if (isSame) last.text += span.text;
    else spans.push(span);
  }
  return spans.some(({ text }) => text.trim() !== '') ? spans : [];
}

function spansOf(node: Node): Text {
  if (node.type === 'hardBreak') return [{ text: '\n' }];
  if (node.type !== 'text') return (node.content ?? []).flatMap(spansOf);
  const has = (name: string) => node.marks?.find(({ type }) => type === name);
  const written: unknown = has('link')?.attrs?.['href'];
  const href = typeof written === 'string' ? safeAddress(written) : undefined;
  const text = (node.text ?? '').replaceAll(unwritable, '');
  if (text === '') return [];
  return [
    {
      text,
      ...(has('bold') && { strong: true as const }),
      ...(has('italic') && { em: true as const }),
      ...(href !== undefined && { href }),
    },
  ];
}
