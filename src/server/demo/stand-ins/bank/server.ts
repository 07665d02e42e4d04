import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { Answer } from '../answer.ts';
import { answerIndex } from '../index-page.ts';
import { Lies } from '../lies.ts';
import { Bank, reportLies, type AccountInfo, type Files, type ReportLie } from './bank.ts';
import { Books } from './books.ts';
import { bankIndex } from './page.ts';
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
  /** Where files are: those of a bucket may stand in for the server's own. */
  files?: Files;
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
  files = new Map(),
  statements = 'camt.053',
  schemas,
  authorizedKey,
  executes = true,
}: Options = {}): Promise<BankStandIn> {
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
  const index = bankIndex(bank);
  const answer = async (method: string, path: string, body: string): Promise<Answer> =>
    path === '/' ? answerIndex(index, method, body) : { status: 200, body: await drive(bank, lie, path, body) };
  const control = createServer((request, response) => {
    const { method = '', url = '' } = request;
    void text(request)
      .then((body) => answer(method, url, body))
      .catch((error: unknown): Answer => ({ status: 400, body: { error: String(error) } }))
      .then(({ status, headers, body = '' }) =>
        response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body)),
      );
  });
  await once(control.listen(controlPort, '127.0.0.1'), 'listening');
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
    url: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    lie,
    holds: (name) => (isOfServer(name) ? lies.server.holds(name) : lies.report.holds(name)),
    honest() {
      lies.report.clear();
      lies.server.clear();
    },
    async close() {
      await sftp.close();
      await new Promise<void>((resolve) => {
        control.close(() => resolve());
        control.closeAllConnections();
      });
    },
  };
}

const isOfServer = (name: BankLie): name is ServerLie => serverLies.some((each) => each === name);

async function drive(bank: Bank, lie: BankStandIn['lie'], path: string, body: string): Promise<unknown> {
  const input = JSON.parse(body || '{}') as Record<string, string> & { times?: number };
  const { name = '', number = '', currency = '', amount = '', text: words = '', line = '' } = input;
  switch (path) {
    case '/__seen':
      return seen(bank);
    case '/__lie': {
      const known = bankLies.find((each) => each === name);
      if (!known) throw new Error(`lies are ${bankLies.join(', ')}`);
      lie(known, input.times);
      return {};
    }
    case '/__credit': {
      const party = { name, account: input['from'] ?? null };
      bank.credit({ number, currency, amountMinor: fromDecimal(amount, currency), party, text: words });
      return {};
    }
    case '/__act':
      await act(bank, input['act'] ?? '', line, input['reason']);
      return {};
    default:
      throw new Error('calls are /__credit, /__act, /__lie and /__seen');
  }
}

async function act(bank: Bank, name: string, line: string, reason: string | undefined): Promise<void> {
  if (name === 'collect') await bank.collect();
  else if (name === 'execute') bank.execute();
  else if (name === 'close_day') bank.closeDay();
  else if (name === 'reject') bank.reject(line, reason);
  else if (name === 'return') bank.returnLine(line, reason);
  else throw new Error('acts are collect, execute, close_day, reject and return');
}

/** Its books, in decimals. */
const seen = ({ books, files }: Bank) => ({
  day: books.day,
  accounts: books.accounts.map(({ number, currency, balanceMinor }) => ({
    number,
    currency,
    balance: toDecimal(balanceMinor, currency),
  })),
  sheet: books.balanceSheet(),
  lines: [...books.lines.values()].map(({ line: { endToEndId, amountMinor, currency, status, reason } }) => ({
    endToEndId,
    amount: toDecimal(amountMinor, currency),
    currency,
    status,
    reason: reason?.code ?? null,
  })),
  files: [...files.keys()],
});
