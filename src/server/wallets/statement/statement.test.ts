import { createHash } from 'node:crypto';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#contract/kernel/languages.ts';
import { post } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { headersOf } from '#test/browser.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit, external, walletOf, type TestWallet } from '#test/money/wallet.ts';

let server: TestServer;
let ida: Session;
let wallet: TestWallet;

/** 1,000 on 2 March, 12.50 less with a reason on the 3rd, 0.05 more on the 4th. */
beforeAll(async () => {
  server = await startServer();
  ida = await server.register({ first_name: 'Łucja', second_name: 'Őry' });
  wallet = await walletOf(server.db, ida.user.id);
  await deposit(server.db, ida.user.id, 100_000n, new Date('2026-03-02T23:59:59.999Z'));
  await server.db.tx((tx) =>
    post(
      tx,
      {
        scope: 'test',
        key: newId(),
        kind: 'fee',
        at: new Date('2026-03-03T00:00:00Z'),
        reason: '=HYPERLINK("x"), or so',
      },
      [
        { account: wallet.available, amountMinor: -1250n },
        { account: external.code, amountMinor: 1250n },
      ],
    ),
  );
  await deposit(server.db, ida.user.id, 5n, new Date('2026-03-04T10:00:00Z'));
});
afterAll(() => server.close());

type Query = { from?: string; to?: string; format?: string };

const request = (query: Query, as: Session = ida, wallet_id = wallet.walletId, language: Language = 'en') =>
  server.call('GET /api/wallets/:wallet_id/statement', {
    as,
    params: { wallet_id },
    query: { from: '2026-03-03', to: '2026-03-04', format: 'csv', ...query },
    language,
  });

/** Cells of a file of ours: quoted ones may hold commas and doubled quotes. */
function cells(csv: string): string[][] {
  const lines = csv.replace('\uFEFF', '').split('\r\n').slice(0, -1);
  const cell = /,(?:"((?:[^"]|"")*)"|([^",]*))/g;
  return lines.map((line) =>
    [...`,${line}`.matchAll(cell)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? ''),
  );
}

function fetchFile(format: string, language: Language): Promise<Response> {
  const query = new URLSearchParams({ from: '2026-03-03', to: '2026-03-04', format }).toString();
  return fetch(`${server.url}/api/wallets/${wallet.walletId}/statement?${query}`, {
    headers: { ...headersOf(ida), 'accept-language': language },
  });
}

async function pdf(language: Language): Promise<{ headers: Headers; text: string }> {
  const response = await fetchFile('pdf', language);
  const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true });
  return { headers: response.headers, text };
}

describe('wallets.statement', () => {
  it('refuses in the order of the contract', async () => {
    expect(
      (await server.call('GET /api/wallets/:wallet_id/statement', { params: { wallet_id: wallet.walletId } })).status,
    ).toBe(401);
    for (const [query, field] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ to: '' }, 'to'],
      [{ format: 'xls' }, 'format'],
    ] as const) {
      expect((await request(query)).refusal.errors).toHaveProperty(field);
    }
    const wrong = { from: '2026-03-04', to: '2026-03-03' };
    expect((await request(wrong, await server.register())).refusal.code).toBe('http.not_found');
    expect((await request(wrong, ida, newId())).refusal.code).toBe('http.not_found');
    expect((await request(wrong)).refusal.errors?.['to']?.[0]).toMatchObject({
      code: 'wallets.period',
      params: { max: 366 },
    });
    expect((await request({ from: '2025-03-03' })).refusal.errors?.['to']?.[0]?.code).toBe('wallets.period');
    expect((await request({ from: '2025-03-04' })).status).toBe(200);
  });

  it('draws no PDF with more rows than a person reads', async () => {
    const karl = await server.register();
    const { walletId, available } = await walletOf(server.db, karl.user.id);
    await server.db.run(sql`
      select ledger_post(gen_random_uuid(), 'test', 'many:' || n || ${walletId}, '\\x00', 'deposit', null, null, null, null, ${server.clock.now()},
                         array[${external.code}, ${available}], array[-1, 1])
      from generate_series(1, 2001) n`);
    const day = '2026-03-02';
    expect((await request({ from: day, to: day, format: 'pdf' }, karl, walletId)).refusal).toMatchObject({
      code: 'wallets.statement_length',
      params: { max: 2000 },
    });
    expect(cells((await request({ from: day, to: day }, karl, walletId)).body)).toHaveLength(2005);
  });

  it('is a file of its own name', async () => {
    const { headers } = await request({});
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="statement-USD-2026-03-03-2026-03-04.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    // A text decoder would drop the byte order mark.
    const bytes = await (await fetchFile('csv', 'en')).arrayBuffer();
    expect([...new Uint8Array(bytes).slice(0, 7)]).toEqual([0xef, 0xbb, 0xbf, ...Buffer.from('Date')]);
  });

  it('as CSV: opening balance and rows make the closing balance, and a formula stays a text', async () => {
    const { body } = await request({});
    const [, opening, fee, paid, closing, hash] = cells(body);
    expect([opening?.[5], closing?.[5]]).toEqual(['1000.00', '987.55']);
    expect(fee?.slice(2)).toEqual(['Fee', `'=HYPERLINK("x"), or so`, '-12.50', '987.50', 'USD']);
    expect(paid?.slice(2)).toEqual(['Deposit', '', '0.05', '987.55', 'USD']);
    expect(new Set(cells(body).map((row) => row.length))).toEqual(new Set([7]));
    expect(hash?.[3]).toBe(
      createHash('sha256')
        .update(
          [
            `${wallet.walletId} USD 2026-03-03 2026-03-04`,
            '1000.00',
            `${fee?.[1]} 2026-03-03T00:00:00.000Z fee -12.50 987.50`,
            `${paid?.[1]} 2026-03-04T10:00:00.000Z deposit 0.05 987.55`,
            '987.55',
            '',
          ].join('\n'),
        )
        .digest('hex'),
    );
  });

  it('ends one period where the next starts', async () => {
    const [before] = [cells((await request({ from: '2026-03-01', to: '2026-03-02' })).body)];
    expect([before?.[1]?.[5], before?.at(-2)?.[5]]).toEqual(['0.00', '1000.00']);
    const after = cells((await request({ from: '2026-03-05', to: '2026-03-05' })).body);
    expect([after[1]?.[5], after[2]?.[5], after.length]).toEqual(['987.55', '987.55', 4]);
  });

  it('as PDF: the same figures and the same hash, in the requested language', async () => {
    const { headers, text } = await pdf('de');
    expect(headers.get('content-type')).toBe('application/pdf');
    const hash = cells((await request({})).body).at(-1)?.[3];
    for (const part of [
      'Wallet-Auszug',
      'Łucja Őry',
      'Hauptwallet',
      'Anfangssaldo 1,000.00',
      '−12.50 987.50',
      'Endsaldo 987.55',
    ]) {
      expect(text).toContain(part);
    }
    expect(text.replaceAll(/\s/g, '')).toContain(hash);
  });

  it('as PDF in Arabic, with its figures in their order', async () => {
    const { text } = await pdf('ar');
    expect(text).toMatch(/كشف/);
    for (const part of ['−12.50', '987.55', '1,000.00']) expect(text).toContain(part);
  });
});
