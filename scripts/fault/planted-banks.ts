import { certified } from './certified.ts';
import type { Fault } from './fault.ts';

const files = 'src/server/payments/bank-files';
const arrivals = 'src/server/reconciliation/arrivals';

/** Faults in the exchange of files with a bank, which its certification has to find. */
export const bankFaults: readonly Fault[] = [
  {
    name: 'adapter bank_sftp: an order is put again without a look for the first one',
    edits: [
      {
        file: `${files}/channels/sftp.ts`,
        find: 'if (again && !(await sftp.stat(partial)))',
        replace: 'if (again && there)',
      },
    ],
    found: certified('bank_sftp', 'taken away'),
  },
  {
    name: 'adapter bank_sftp: an order has its name before all of it is there',
    edits: [{ file: `${files}/channels/sftp.ts`, find: '`${orders}/.${name}.part`', replace: '`${orders}/${name}`' }],
    found: certified('bank_sftp', 'short_write'),
  },
  {
    name: 'adapter bank_sftp: it is not stored that an attempt begins',
    edits: [
      {
        file: `${files}/deliver-files.ts`,
        find: 'set state = ${now.state}, sent_at',
        replace: 'set state = ${state}, sent_at',
      },
    ],
    found: certified('bank_sftp', 'taken away'),
  },
  {
    name: 'adapter bank_sftp: a file that one list left out is never read',
    edits: [
      {
        file: `${arrivals}/fetch-files.ts`,
        find: "do update set state = 'seen', read_at = null where bank_file_arrival.state = 'gone'",
        replace: 'do nothing',
      },
    ],
    found: certified('bank_sftp', 'hides_file'),
  },
  {
    name: 'adapter bank_sftp: a secret is in the log',
    edits: [
      {
        file: `${files}/channels/sftp.ts`,
        find: '  const orders = set.orders_folder',
        replace: "  console.debug('session', set.host, password);\n  const orders = set.orders_folder",
      },
    ],
    found: certified('bank_sftp', 'short_write'),
  },
  {
    name: 'adapter bank_s3: what is there under the name of an order is replaced',
    edits: [
      {
        file: `${files}/channels/s3.ts`,
        find: "if (held !== null) return held ? { kind: 'done', value: 'there' } : other(name);",
        replace: "if (held === true) return { kind: 'done', value: 'there' };",
      },
      { file: `${files}/channels/s3.ts`, find: "      'if-none-match': '*',\n", replace: '' },
    ],
    found: certified('bank_s3', 'another object'),
  },
  {
    name: 'adapter bank_s3: any object of its name counts as the order',
    edits: [
      {
        file: `${files}/channels/s3.ts`,
        find: 'isSame(contentOf(bucket, key), content).catch(',
        replace: 'isSame(contentOf(bucket, key), content).then(() => true).catch(',
      },
    ],
    found: certified('bank_s3', 'another object'),
  },
  {
    name: 'adapter bank_s3: an order is put again without a look for the first one',
    edits: [
      {
        file: `${files}/channels/s3.ts`,
        find: "if (again) return { kind: 'done', value: 'gone' };",
        replace: "if (again && held) return { kind: 'done', value: 'gone' };",
      },
    ],
    found: certified('bank_s3', 'taken away'),
  },
  {
    name: 'adapter bank_s3: it is not stored that an attempt begins',
    edits: [
      {
        file: `${files}/deliver-files.ts`,
        find: 'set state = ${now.state}, sent_at',
        replace: 'set state = ${state}, sent_at',
      },
    ],
    found: certified('bank_s3', 'taken away'),
  },
  {
    name: 'adapter bank_s3: what was put is not read back',
    edits: [
      {
        file: `${files}/channels/s3.ts`,
        find: 'const stored = await isThere(bucket, key, content);',
        replace: 'const stored = Boolean(bucket);',
      },
    ],
    found: certified('bank_s3', 'put: forgets'),
  },
  {
    name: 'adapter bank_s3: a file that one list left out is never read',
    edits: [
      {
        file: `${arrivals}/fetch-files.ts`,
        find: "do update set state = 'seen', read_at = null where bank_file_arrival.state = 'gone'",
        replace: 'do nothing',
      },
    ],
    found: certified('bank_s3', 'hides_newest'),
  },
  {
    name: 'adapter bank_s3: only the first page of a list is read',
    edits: [
      {
        file: `${files}/channels/s3.ts`,
        find: 'after = nextContinuationToken;',
        replace: 'after = nextContinuationToken && undefined;',
      },
    ],
    found: certified('bank_s3', 'a thousand older'),
  },
  {
    name: 'adapter bank_s3: a secret is in the log',
    edits: [
      {
        file: `${files}/channels/s3.ts`,
        find: '  const inFolder = (folder',
        replace: "  console.debug('bucket', set.address, secretAccessKey);\n  const inFolder = (folder",
      },
    ],
    found: certified('bank_s3', 'refuses_condition'),
  },
];
