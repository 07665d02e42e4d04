import { articleBlock, type ArticleBlock } from '#contract/articles/body.ts';

/**
 * A stored body, with each block checked against the contract again. A block that came another way, or by the rules of
 * another version, is left out.
 */
export function readBody(stored: unknown): ArticleBlock[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((block) => articleBlock.safeParse(block).data ?? []);
}

/** All its texts, one per line, for search and word count. */
export function wordsOf(body: readonly ArticleBlock[]): string {
  return body.map(textOf).filter(Boolean).join('\n');
}

/** The files of its pictures, each once. */
export function picturesOf(body: readonly ArticleBlock[]): string[] {
  return [...new Set(body.flatMap((block) => (block.kind === 'picture' ? [block.file] : [])))];
}

const joined = (spans: readonly { text: string }[]) => spans.map(({ text }) => text).join('');

function textOf(block: ArticleBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return joined(block.text);
    case 'list':
      return block.items.map(joined).join('\n');
    case 'quote':
      return block.paragraphs.map(joined).join('\n');
    case 'table':
      return block.rows.map((row) => row.map(joined).join(' ')).join('\n');
    case 'picture':
      return block.caption ?? '';
    case 'rule':
      return '';
  }
}
