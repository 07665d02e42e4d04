import { parseArgs } from 'node:util';
import { buildExamined } from './certify/build.ts';
import { adapterNames, certify } from './certify/certify.ts';
import { tableOf } from './certify/table.ts';

/**
 * `npm run adapter:certify <names>`: puts adapters to the test on a server, a database and stand-ins of their own, and
 * prints what they withstood. `--short` leaves out what takes long, `--only words` takes the trials whose line holds the
 * words, and those of each further `--only`, `--kills 200` kills the server as often as that more. Exit code 1 when anything was lost, doubled, left open or not found.
 */
const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean' },
    kills: { type: 'string', default: '0' },
    only: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const names = adapterNames.filter((each) => positionals.includes(each));
if (names.length === 0 || names.length < positionals.length) {
  console.error(`name adapters of these: ${adapterNames.join(', ')}`);
  process.exit(2);
}
await buildExamined();
const certificates = await certify(names, {
  isShort: values.short ?? false,
  kills: Number(values.kills),
  only: values.only,
  say: (text) => void process.stderr.write(text),
});
for (const { adapter, rows, kills, seconds } of certificates) {
  const failed = rows.filter(({ problem }) => problem !== null);
  console.log(tableOf(rows));
  console.log(
    `${adapter}: ${rows.length - failed.length} of ${rows.length} withstood, ${kills} times kill -9, ${seconds} s`,
  );
  if (failed.length > 0) process.exitCode = 1;
}
