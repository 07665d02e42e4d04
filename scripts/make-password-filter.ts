import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { keyOf, minWordLength, newFilter, spelled } from '#server/auth/passwords/filter.ts';

/**
 * Makes a list of known passwords for PASSWORD_FILTER_FILE out of text files with one password a line, or one SHA-1 of a
 * password, with or without `:` and a count behind it. Files are read twice and never held in memory.
 */
const usage = 'npx tsx scripts/make-password-filter.ts --to file.bloom [--rate 0.0001] list.txt…';

const sha1 = /^([0-9a-f]{40})(?::\d+)?$/i;

/** The keys of one line. A hash says nothing of capitals; a word is put in without them, as the lookup does. */
function keyFrom(line: string): Buffer | undefined {
  const [, hash] = sha1.exec(line) ?? [];
  if (hash) return Buffer.from(hash, 'hex');
  const word = spelled(line).toLowerCase();
  return word.length < minWordLength ? undefined : keyOf(word);
}

async function eachKey(files: readonly string[], take: (key: Buffer) => void): Promise<void> {
  for (const file of files) {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
    for await (const line of lines) {
      const key = keyFrom(line);
      if (key) take(key);
    }
  }
}

const { values, positionals } = parseArgs({
  options: { to: { type: 'string' }, rate: { type: 'string', default: '0.0001' } },
  allowPositionals: true,
});
const rate = Number(values.rate);
if (values.to === undefined || positionals.length === 0 || !(rate > 0 && rate < 1)) throw new Error(usage);

let keys = 0;
await eachKey(positionals, () => void (keys += 1));
if (keys === 0) throw new Error('there is no password in these files');
const { add, file } = newFilter(keys, rate);
await eachKey(positionals, add);
await writeFile(values.to, file);
process.stdout.write(`${keys} passwords, ${file.length} bytes, ${rate} of other passwords taken for known\n`);
