import { Lies } from '../lies.ts';
import { Bank, reportLies, type AccountInfo, type Files, type ReportLie } from './bank.ts';
import { Books } from './books.ts';
import { startControl } from './control.ts';
import { serverLies, startSftp, type ServerLie, type SftpServer } from './sftp.ts';

export const bankLies = [...serverLies, ...reportLies] as const;
export type BankLie = ServerLie | ReportLie;

export const standInUser = 'atrium';
export const standInPassword = 'stand-in-of-a-bank';
export const standInAccounts: readonly AccountInfo[] = ['EUR', 'USD', 'GBP', 'CHF'].map((currency) => ({
  number: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  name: 'Atrium Markets Ltd',
  currency,
  balanceMinor: 100_000_000_00n,
}));

export interface BankStandIn {
  bank: Bank;
  sftp: SftpServer;
  /** What a connection to it is entered with. */
  fields: Record<string, string>;
  /** Where a person acts in it, and tests drive it: `/__credit`, `/__act`, `/__lie`, `/__seen`. */
  url: string;
  lie(name: BankLie, times?: number): void;
  reportLies: Lies<ReportLie>;
  /** Whether it is still to come. */
  holds(name: BankLie): boolean;
  honest(): void;
  close(): Promise<void>;
}

interface Options {
  port?: number;
  controlPort?: number;
  accounts?: readonly AccountInfo[];
  now?: () => Date;
  statements?: 'camt.053' | 'mt940';
  schemas?: string | undefined;
  authorizedKey?: string | undefined;
  /** Whether an order is executed as soon as it is taken. */
  executes?: boolean;
}

/**
 * A stand-in for a bank that takes files, on this machine, for development and tests: it checks orders as strictly as a bank, keeps
 * its own books, and lies when it is asked to.
 */
export async function startBank({
  port = 0,
  controlPort = 0,
  accounts = standInAccounts,
  now = () => new Date(),
  statements = 'camt.053',
  schemas,
  authorizedKey,
  executes = true,
}: Options = {}): Promise<BankStandIn> {
  const files: Files = new Map();
  const lies = { report: new Lies<ReportLie>(), server: new Lies<ServerLie>() };
  const lie = (name: BankLie, times = 1) =>
    isOfServer(name) ? lies.server.tell(name, times) : lies.report.tell(name, times);
  const bank = new Bank({ books: new Books(accounts, now), files, lies: lies.report, statements, schemas });
  const onArrival = async (isOpen: (path: string) => boolean) => {
    await bank.collect(isOpen);
    if (executes) bank.execute();
  };
  const login = { user: standInUser, password: standInPassword, authorizedKey };
  const sftp = await startSftp({ files, now, lies: lies.server, port, onArrival, ...login });
  const control = await startControl({ bank, port: controlPort, lies: bankLies, lie });
  return {
    bank,
    sftp,
    fields: {
      host: '127.0.0.1',
      port: String(sftp.port),
      user: standInUser,
      password: standInPassword,
      host_key: sftp.fingerprint,
      orders_folder: 'in',
      reports_folder: 'out',
      credits_exact: 'true',
    },
    url: control.url,
    lie,
    reportLies: lies.report,
    holds: (name) => (isOfServer(name) ? lies.server.holds(name) : lies.report.holds(name)),
    honest() {
      lies.report.clear();
      lies.server.clear();
    },
    async close() {
      await sftp.close();
      await control.close();
    },
  };
}

const isOfServer = (name: BankLie): name is ServerLie => serverLies.some((each) => each === name);
