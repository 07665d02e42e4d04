import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { Answer } from '../answer.ts';
import { answerIndex } from '../index-page.ts';
import type { Bank } from './bank.ts';
import { bankIndex } from './page.ts';

interface Driven<Lie extends string> {
  bank: Bank;
  port: number;
  lies: readonly Lie[];
  lie: (name: Lie, times?: number) => void;
}

/** Where a person acts in a bank, and tests drive it: `/__credit`, `/__act`, `/__lie`, `/__seen`. */
export async function startControl<Lie extends string>(
  driven: Driven<Lie>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const index = bankIndex(driven.bank);
  const answer = async (method: string, path: string, body: string): Promise<Answer> =>
    path === '/' ? answerIndex(index, method, body) : { status: 200, body: await drive(driven, path, body) };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    void text(request)
      .then((body) => answer(method, url, body))
      .catch((error: unknown): Answer => ({ status: 400, body: { error: String(error) } }))
      .then(({ status, headers, body = '' }) =>
        response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body)),
      );
  });
  await once(server.listen(driven.port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function drive<Lie extends string>(
  { bank, lies, lie }: Driven<Lie>,
  path: string,
  body: string,
): Promise<unknown> {
  const input = JSON.parse(body || '{}') as Record<string, string> & { times?: number };
  const { name = '', number = '', currency = '', amount = '', text: words = '', line = '' } = input;
  switch (path) {
    case '/__seen':
      return seen(bank);
    case '/__lie': {
      const known = lies.find((each) => each === name);
      if (!known) throw new Error(`lies are ${lies.join(', ')}`);
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
