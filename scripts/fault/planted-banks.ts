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
    found: { by: ['tsx', 'scripts/adapter-certify.ts', 'bank_sftp', '--only', 'hides_file'] },
  },
];
