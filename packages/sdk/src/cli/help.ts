import { commands } from '../generated/commands.ts';
import { endpoints } from '../generated/atrium.ts';
import { UsageError, type Command } from './command.ts';

const usage = 'atrium RESOURCE [ACT] [--FIELD VALUE]... [OPTION]...';

const about = `The operator’s API of Atrium, from the command line.

  ${usage}
  atrium help [RESOURCE [ACT]]

Without an act, a resource is listed.

  --json FILE            takes fields from a JSON object in a file; "-" is the standard input
  --output FORMAT        json (the default), table or csv
  --all                  follows the pages of a list; in JSON, each row is a line
  --follow               keeps events coming; each has its place as "cursor"
  --from FILE            with --follow: continues after the place in the file, and keeps the place there
  --idempotency-key KEY  repeats a write under this name without a second effect

  ATRIUM_URL             the address of the client area, such as https://clients.example.com
  ATRIUM_KEY             the API key
  ATRIUM_KEY_FILE        or a file with it, which only you can read

Ends with 0 when done, 1 when refused, 2 when called wrongly and 3 when there was no answer.
`;

const firstSentence = (text: string) => /^.*?[.](?= |$)/s.exec(text)?.[0] ?? text;

function listOf(found: readonly (readonly [string, Command])[]): string {
  const width = Math.max(...found.map(([name]) => name.length));
  return found.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${firstSentence(summary)}\n`).join('');
}

function describeCommand(name: string, { endpoint, summary, fields, refusals, place, columns }: Command): string {
  const { scope, idempotent } = endpoints[endpoint];
  const all = Object.entries(fields).map(([field, { required, values, none, json }]) => {
    const notes = [
      ...(required ? ['required'] : []),
      ...(values ? [`one of ${values.join(', ')}`] : []),
      ...(none ? ['null for none'] : []),
      ...(json ? ['a list, as JSON'] : []),
    ];
    return `  --${field.replaceAll('_', '-')}${notes.length > 0 ? `  ${notes.join('; ')}` : ''}\n`;
  });
  const options = [
    '--output',
    ...(place ? ['--all'] : []),
    ...(place === 'after' ? ['--follow', '--from'] : []),
    ...(idempotent ? ['--idempotency-key'] : []),
  ];
  return [
    `atrium ${name}\n\n${summary}\n\n`,
    ...(all.length > 0 ? [`Fields:\n${all.join('')}\n`] : []),
    `Options: ${options.join(', ')}\n`,
    `Answers: ${columns.join(', ')}\n`,
    `Scope of the key: ${scope}\n`,
    ...(refusals.length > 0 ? [`Refusals: ${refusals.join(', ')}\n`] : []),
  ].join('');
}

/** @throws UsageError for a command that does not exist */
export function helpOn(words: readonly string[]): string {
  const all = Object.entries(commands);
  if (words.length === 0) return `${about}\nCommands:\n${listOf(all)}`;
  const name = words.join(' ');
  const command = commands[name];
  if (command) return describeCommand(name, command);
  const ofResource = all.filter(([each]) => each.startsWith(`${name} `));
  if (ofResource.length === 0) throw unknownCommand(words);
  return listOf(ofResource);
}

export function unknownCommand(words: readonly string[]): UsageError {
  const [resource = ''] = words;
  const acts = Object.keys(commands).filter((each) => each.startsWith(`${resource} `));
  const known = acts.length > 0 ? acts : [...new Set(Object.keys(commands).map((each) => each.split(' ')[0]))];
  return new UsageError(`There is no command "${words.join(' ')}". There are: ${known.join(', ')}.`);
}
