import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { maxRowSigns } from '#contract/imports/names.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { FileRecord } from '#server/platform/files/read-csv.ts';

/** Keeps numbers as they are written: an amount of many digits is no JavaScript number. */
class Written extends Tokenizer {
  override parseNumber = (written: string) => written as unknown as number;
}

const maxDepth = 6;

/**
 * The records of JSON, an array of objects or objects one after the other (JSON Lines), as its text comes: first the keys
 * of the first object, which name the columns, then its values and those of the others. `{"name": {"first": "Ida"}}` has
 * the column `name.first`; the texts of an array are separated by semicolons. Only the objects of one piece of text are in
 * memory. A record's line is its place among the objects.
 * @throws Refusal `imports.unreadable`, also where an object has a key that the first one lacks
 */
export async function* readJson(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let columns: string[] | undefined;
  let line = 0;
  for await (const object of objectsOf(text)) {
    line += 1;
    const cells = cellsOf(object);
    if (!cells) throw refuse('imports.unreadable', { line });
    if ([...cells.values()].every((cell) => cell.trim() === '')) continue;
    if (!columns) {
      columns = [...cells.keys()];
      yield { cells: columns, line };
    }
    if ([...cells.keys()].some((key) => !columns?.includes(key))) throw refuse('imports.unreadable', { line });
    yield { cells: columns.map((column) => cells.get(column) ?? ''), line };
  }
}

async function* objectsOf(text: AsyncIterable<string>): AsyncGenerator {
  let reader: Reader | undefined;
  let count = 0;
  for await (const part of text) {
    if (!reader && part.trim() === '') continue;
    reader ??= readerOf(part.trimStart().startsWith('['));
    const isSound = reader.write(part);
    const found = reader.take();
    yield* found;
    count += found.length;
    if (!isSound) throw refuse('imports.unreadable', { line: count + 1 });
  }
  if (reader && !reader.end()) throw refuse('imports.unreadable', { line: count + 1 });
}

interface Reader {
  /** @returns whether it could be read; what was read before a fault can be taken */
  write: (part: string) => boolean;
  take: () => unknown[];
  /** @returns whether the text is whole */
  end: () => boolean;
}

/** Reads piece by piece, and stops at an object that is too deep or too long to be a client. */
function readerOf(isArray: boolean): Reader {
  const follow = isArray ? {} : { separator: '' };
  const tokens = new Written(follow);
  const parser = new TokenParser({ ...follow, paths: [isArray ? '$.*' : '$'] });
  const found: unknown[] = [];
  let depth = 0;
  let signs = 0;
  parser.onValue = ({ value }) => {
    found.push(value);
    signs = 0;
  };
  tokens.onToken = (token) => {
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth -= 1;
    signs += 1 + String(token.value).length;
    if (depth > maxDepth || signs > maxRowSigns) throw new RangeError('an object that is no client');
    parser.write(token);
  };
  const isSound = (work: () => void): boolean => {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  };
  return {
    write: (part: string) => isSound(() => tokens.write(part)),
    take: () => found.splice(0),
    end: () => (isArray ? parser.isEnded : isSound(() => tokens.end()) && depth === 0 && found.length === 0),
  };
}

/** Each value by its place in the object; undefined where it is no object, or says one place twice. */
function cellsOf(object: unknown): Map<string, string> | undefined {
  const cells = new Map<string, string>();
  const put = (key: string, value: unknown): boolean => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.entries(value).every(([name, inner]) => put(key === '' ? name : `${key}.${name}`, inner));
    if (key === '' || cells.has(key)) return false;
    const texts = (Array.isArray(value) ? (value as unknown[]) : [value]).map(textOf);
    if (texts.includes(undefined)) return false;
    cells.set(key, texts.join(';'));
    return true;
  };
  return put('', object) ? cells : undefined;
}

function textOf(value: unknown): string | undefined {
  if (value === null) return '';
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : undefined;
}
