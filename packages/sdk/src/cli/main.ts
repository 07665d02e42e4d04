import { readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Connection, type Endpoint, type Followed, type WriteOptions } from '../connection.ts';
import { endpoints } from '../generated/atrium.ts';
import { commands } from '../generated/commands.ts';
import { AtriumError } from '../refused.ts';
import { UsageError, type Command, type Field, type Surroundings } from './command.ts';
import { helpOn, unknownCommand } from './help.ts';
import { readConnection } from './key.ts';
import { printers, visible, type Row } from './output.ts';
import { readWords, type Words } from './words.ts';

interface Input {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
}
type Answer = Row & { data?: readonly Row[]; next_cursor?: string | null };

/** Any call of the document, by its endpoint. */
class Caller extends Connection {
  answer(endpoint: Endpoint, input: Input, options: WriteOptions = {}): Promise<Answer> {
    return this.call<Answer>(endpoint, input, options);
  }

  /** The pages of a list; one of events without an event is the last. */
  async *pages(endpoint: Endpoint, input: Input, place: 'cursor' | 'after'): AsyncGenerator<readonly Row[], void> {
    for (let at = input.query[place]; ;) {
      const query = { ...input.query, ...(at === undefined ? {} : { [place]: at }) };
      const { data = [], next_cursor: next = null } = await this.answer(endpoint, { ...input, query });
      yield data;
      if (next === null || data.length === 0) return;
      at = next;
    }
  }

  events(endpoint: Endpoint, { query }: Input): AsyncGenerator<Followed<Row>, void> {
    return this.follow<Row>(endpoint, query);
  }
}

/**
 * Runs the command that these words name.
 * @returns 0 when it is done, 1 when the server refused it, 2 when it was called wrongly, 3 when there was no answer
 */
export async function main(words: readonly string[], around: Surroundings): Promise<number> {
  try {
    const [first, ...rest] = words;
    if (first === undefined) throw new UsageError('What is to be done? "atrium help" lists the commands.');
    if (first === 'help' || words.includes('--help')) {
      await around.write(helpOn(first === 'help' ? rest : readWords(words.filter((word) => word !== '--help')).name));
      return 0;
    }
    await run(readWords(words), around);
    return 0;
  } catch (error) {
    // The reader of a pipe has read enough, as `head` has.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
    const [code, text] = explain(error);
    around.complain(`atrium: ${text.split('\n').map(readable).join('\n')}\n`);
    return code;
  }
}

/** Without what may be a secret that was put where none belongs. */
const readable = (text: string) => visible(text).replaceAll(/atr_(?:live|test)_\w+/g, 'atr_…');

async function run(words: Words, around: Surroundings): Promise<void> {
  const name = words.name.length === 1 ? [...words.name, 'list'] : words.name;
  const command = commands[name.join(' ')];
  if (!command) throw unknownCommand(words.name);
  const endpoint = endpoints[command.endpoint];
  checkOptions(words, command);
  const input = await readInput(name.join(' '), command, words, around);
  const connection = await readConnection(around);
  const caller = connect(connection);
  const print = printers[words.output](words.follow ? ['cursor', ...command.columns] : command.columns);
  if (words.follow) {
    for await (const batch of followed(caller, endpoint, input, { from: words.from, around })) {
      await around.write(print([batch]));
    }
  } else if (words.all && command.place) {
    for await (const rows of caller.pages(endpoint, input, command.place)) await around.write(print(rows));
  } else {
    const { idempotencyKey } = words;
    const answer = await caller.answer(endpoint, input, idempotencyKey === undefined ? {} : { idempotencyKey });
    const isWhole = words.output === 'json';
    const text = isWhole
      ? `${JSON.stringify(answer, null, 2)}\n`
      : print(command.isList ? (answer.data ?? []) : [answer]);
    await around.write(text);
  }
}

function connect({ url, key }: { url: string; key: string }): Caller {
  try {
    return new Caller({ url, key });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** An event, and once it is written its place too: one that could not be written comes again. */
async function* followed(
  caller: Caller,
  endpoint: Endpoint,
  input: Input,
  { from, around: { folder } }: { from: string | undefined; around: Surroundings },
): AsyncGenerator<Row, void> {
  const file = from === undefined ? undefined : resolve(folder, from);
  const kept = file && (await placeIn(file));
  const query = kept ? { ...input.query, after: kept } : input.query;
  for await (const { cursor, data } of caller.events(endpoint, { ...input, query })) {
    yield { cursor, ...data };
    if (file === undefined) continue;
    // Another file takes its name, so that a command that is killed leaves a whole place behind.
    await writeFile(`${file}.new`, `${cursor}\n`);
    await rename(`${file}.new`, file);
  }
}

async function placeIn(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`The file of --from cannot be read: ${file}`);
  });
  if (text !== undefined && !/^\d{1,18}\s*$/.test(text))
    throw new UsageError(`The file of --from holds no place: ${file}`);
  return text?.trim();
}

function checkOptions({ all, follow, from, idempotencyKey, fields }: Words, { endpoint, place }: Command): void {
  if (all && !place) throw new UsageError('--all is for lists that have pages.');
  if (follow && place !== 'after') throw new UsageError('--follow is for events.');
  if (follow && all) throw new UsageError('--follow has no end, so --all does not go with it.');
  if (from !== undefined && !follow) throw new UsageError('--from keeps the place of --follow.');
  if (from !== undefined && fields.has('after'))
    throw new UsageError('--from has the place, so --after does not go with it.');
  if (follow && fields.has('limit')) throw new UsageError('--follow has no pages, so --limit does not go with it.');
  if (idempotencyKey !== undefined && !endpoints[endpoint].idempotent)
    throw new UsageError('--idempotency-key is for writes.');
}

/** The fields of a call, from the file and from the command line, which goes first. @throws UsageError */
async function readInput(name: string, { fields }: Command, words: Words, around: Surroundings): Promise<Input> {
  const isGiven = { ...(await readJson(words.json, around)), ...Object.fromEntries(words.fields) };
  const option = (field: string) => `--${field.replaceAll('_', '-')}`;
  const unknown = Object.keys(isGiven).filter((field) => !Object.hasOwn(fields, field));
  if (unknown.length > 0)
    throw new UsageError(
      `${name} takes no ${unknown.map(option).join(', ')}. "atrium help ${name}" names what it takes.`,
    );
  const missing = Object.entries(fields).filter(([field, { required }]) => required && isGiven[field] === undefined);
  if (missing.length > 0) throw new UsageError(`${name} needs ${missing.map(([field]) => option(field)).join(', ')}.`);
  const input: Input = { params: {}, query: {}, body: undefined };
  if (Object.values(fields).some((field) => field.in === 'body')) input.body = {};
  for (const [field, value] of Object.entries(isGiven)) {
    const { in: place = 'body', values, ...how } = fields[field] ?? {};
    if (values && !values.includes(String(value)))
      throw new UsageError(`${option(field)} is one of ${values.join(', ')}.`);
    if (place === 'path') input.params[field] = String(value);
    else if (place === 'query') input.query[field] = String(value);
    else
      input.body = {
        ...input.body,
        [field]: words.fields.has(field) ? read(option(field), String(value), how) : value,
      };
  }
  return input;
}

/** A word of the command line as the field that it is for. @throws UsageError */
function read(option: string, word: string, { none, json }: Pick<Field, 'none' | 'json'>): unknown {
  if (none && word === 'null') return null;
  if (!json) return word;
  try {
    return JSON.parse(word);
  } catch {
    throw new UsageError(`${option} is a list, as JSON.`);
  }
}

async function readJson(
  file: string | undefined,
  { folder, readInput }: Surroundings,
): Promise<Record<string, unknown>> {
  if (file === undefined) return {};
  const what = file === '-' ? 'The standard input' : file;
  const text = file === '-' ? await readInput() : await readFile(resolve(folder, file), 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`The file of --json cannot be read: ${file}`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new UsageError(`${what} holds no JSON object.`);
}

/** The exit code for an error, and what a person reads. */
function explain(error: unknown): [number, string] {
  if (error instanceof UsageError) return [2, error.message];
  if (!(error instanceof AtriumError)) {
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    return [3, `There was no answer: ${cause?.code ?? cause?.message ?? message}`];
  }
  const { status, code, message, errors, retryAfterS, requestId } = error;
  // What has no code comes from something that is not Atrium.
  if (code === '') return [3, `The answer of ATRIUM_URL is none of Atrium’s: HTTP ${status}`];
  const lines = [
    `${message} (${code})`,
    ...Object.entries(errors).flatMap(([field, refused]) =>
      refused.map((each) => `  --${field.replaceAll('_', '-')}: ${each.message} (${each.code})`),
    ),
    ...(retryAfterS === undefined ? [] : [`  Try again in ${retryAfterS} s.`]),
    ...(requestId === undefined ? [] : [`  The server’s log has it under ${requestId}.`]),
  ];
  return [status >= 500 ? 3 : 1, lines.join('\n')];
}
