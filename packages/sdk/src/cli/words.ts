import { UsageError } from './command.ts';

const flags = ['all', 'follow'] as const;
const settings = ['output', 'json', 'from', 'idempotency-key'] as const;
export const formats = ['json', 'table', 'csv'] as const;

/** Words of the command line, apart. */
export interface Words {
  /** Before the first option: what the command is called. */
  name: string[];
  fields: Map<string, string>;
  all: boolean;
  follow: boolean;
  output: (typeof formats)[number];
  /** Where the fields are: a file, or `-` for the standard input. */
  json: string | undefined;
  /** A file that keeps the place. */
  from: string | undefined;
  idempotencyKey: string | undefined;
}

const isOne = <Of extends string>(all: readonly Of[], word: string): word is Of =>
  (all as readonly string[]).includes(word);

/** @throws UsageError for words that have no meaning anywhere; whether a call has such a field is not known here */
export function readWords(words: readonly string[]): Words {
  const first = words.findIndex((word) => word.startsWith('-'));
  const name = words.slice(0, first < 0 ? words.length : first);
  const set = new Map<(typeof settings)[number] | (typeof flags)[number], string>();
  const fields = new Map<string, string>();
  const rest = words.slice(name.length);
  while (rest.length > 0) {
    const word = rest.shift() ?? '';
    const [, option, , inWord] = /^--([a-z][\w-]*)(=(.*))?$/s.exec(word === '-' ? '--json=-' : word) ?? [];
    if (option === undefined) throw new UsageError(`"${word}" follows no option. A field is given as --field value.`);
    const valueOf = () => {
      const value = inWord ?? rest.shift();
      if (value === undefined || (inWord === undefined && value.startsWith('--')))
        throw new UsageError(`--${option} needs a value. One that begins with -- is given as --${option}=value.`);
      return value;
    };
    const field = option.replaceAll('-', '_');
    const isKnown = isOne(settings, option);
    if (isOne(flags, option) && inWord !== undefined) throw new UsageError(`--${option} takes no value.`);
    if (set.has(option as 'all') || fields.has(field)) throw new UsageError(`--${option} is given twice.`);
    if (isOne(flags, option)) set.set(option, '');
    else if (isKnown) set.set(option, valueOf());
    else fields.set(field, valueOf());
  }
  const output = set.get('output') ?? 'json';
  if (!isOne(formats, output)) throw new UsageError(`--output is one of ${formats.join(', ')}.`);
  return {
    name,
    fields,
    output,
    all: set.has('all'),
    follow: set.has('follow'),
    json: set.get('json'),
    from: set.get('from'),
    idempotencyKey: set.get('idempotency-key'),
  };
}
