import type { ArticleBlock, ArticleSpan } from '#contract/articles/body.ts';
import { safeAddress } from '#contract/articles/links.ts';

interface Mark {
  strong?: boolean;
  em?: boolean;
  href?: string;
}

/** Where the current line goes. */
interface Location {
  heading?: 2 | 3;
  item?: boolean;
}

type Table = { header: boolean; rows: ArticleSpan[][][] };

/** Characters that no text may hold: control characters, and those that change the text direction. */
const unwritable = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Builds the body of an article from a stream of page content, however badly its parts are nested. */
export function bodyWriter() {
  const blocks: ArticleBlock[] = [];
  const marks: (Mark & { name: string })[] = [];
  const lists: boolean[] = [];
  let quotes = 0;
  let index: Location = {};
  let table: Table | undefined;
  let cell: ArticleSpan[] | undefined;
  let spans: ArticleSpan[] = [];

  const within = () => Object.assign({}, ...marks) as Mark;

  function put(line: ArticleSpan[]): void {
    const last = blocks.at(-1);
    const ordered = lists.at(-1);
    if (ordered !== undefined) {
      if (last?.kind === 'list' && last.ordered === ordered) last.items.push(line);
      else blocks.push({ kind: 'list', ordered, items: [line] });
    } else if (index.heading) blocks.push({ kind: 'heading', level: index.heading, text: line });
    else if (quotes > 0) {
      if (last?.kind === 'quote') last.paragraphs.push(line);
      else blocks.push({ kind: 'quote', paragraphs: [line] });
    } else blocks.push({ kind: 'paragraph', text: line });
  }

  /** Ends the current line. In a cell it continues after a space. */
  function line(): void {
    if (cell) return text(' ');
    const written = trimmed(spans);
    spans = [];
    if (written.length > 0) put(written);
    index = {};
  }

  function text(message: string, exactly = false): void {
    const clean = (exactly ? message : message.replaceAll(/\s+/g, ' ')).replaceAll(unwritable, '');
    if (clean === '') return;
    const { strong, em, href } = within();
    const address = href === undefined ? undefined : safeAddress(href);
    const span: ArticleSpan = {
      text: clean,
      ...(strong && { strong: true as const }),
      ...(em && { em: true as const }),
      ...(address !== undefined && { href: address }),
    };
    (cell ?? spans).push(span);
  }

  function endTable(): void {
    cell = undefined;
    const rows = table?.rows.filter((row) => row.length > 0) ?? [];
    const width = Math.min(12, Math.max(0, ...rows.map((row) => row.length)));
    const even = rows.slice(0, 100).map((row) => Array.from({ length: width }, (_, at) => trimmed(row[at] ?? [])));
    if (table && width > 0) blocks.push({ kind: 'table', header: table.header, rows: even });
    table = undefined;
  }

  return {
    text,
    line,
    mark(name: string, mark: Mark) {
      marks.push({ name, ...mark });
    },
    unmark(name: string) {
      const at = marks.findLastIndex((mark) => mark.name === name);
      if (at >= 0) marks.splice(at, 1);
    },
    start(next: Location) {
      line();
      if (!cell) index = next;
    },
    list(ordered: boolean) {
      line();
      lists.push(ordered);
    },
    endList() {
      line();
      lists.pop();
    },
    quote(starts: boolean) {
      line();
      quotes = Math.max(0, quotes + (starts ? 1 : -1));
    },
    rule() {
      line();
      if (!cell) blocks.push({ kind: 'rule' });
    },
    table() {
      line();
      table ??= { header: false, rows: [] };
    },
    row() {
      cell = undefined;
      table?.rows.push([]);
    },
    cell(isHeader: boolean) {
      if (!table) return;
      if (table.rows.length === 0) table.rows.push([]);
      cell = [];
      table.rows.at(-1)?.push(cell);
      if (isHeader && table.rows.length === 1) table.header = true;
    },
    endCell() {
      cell = undefined;
    },
    endTable,
    end(): ArticleBlock[] {
      if (table) endTable();
      line();
      return blocks.slice(0, 400);
    },
  };
}

/** A line without spaces at its ends and without double spaces; empty if there is no text at all. */
function trimmed(line: readonly ArticleSpan[]): ArticleSpan[] {
  const spans: ArticleSpan[] = [];
  for (const span of line) {
    const before = spans.at(-1)?.text ?? '\n';
    const text = /\s$/.test(before) ? span.text.replace(/^ +/, '') : span.text;
    if (text !== '') spans.push({ ...span, text });
  }
  const last = spans.at(-1);
  if (last) last.text = last.text.trimEnd();
  return spans.filter(({ text }) => text !== '');
}
