import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractText } from 'unpdf';
import type { Language } from '#contract/kernel/languages.ts';
import { sql } from '#server/platform/db/sql.ts';
import { headersOf } from '#test/browser.ts';
import { agreed, bringTo, listedHolding, newApplicant, openOffering, quote } from '#test/ipo/offerings.ts';
import { asker, codeOf, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

const dayMs = 86_400_000;

let server: TestServer;
let request: ReturnType<typeof asker>;
let ida: Payer;
let otto: Payer;
/** The offering whose shares Ida bought and sold. */
let listed: string;
/** The offering that she applied for and cancelled. */
let left: string;

beforeAll(async () => {
  server = await startServer();
  request = asker(server);
  ida = await newApplicant(server, 100_000_000n);
  otto = await newApplicant(server, 100_000_000n);
  listed = await listedHolding(server, ida, { quantity: 100 });
  server.clock.advance(dayMs);
  await quote(server, listed, 3000n);
  await request('POST /api/ipo/sell', ida.session, { stock_id: listed, quantity: 40 });
  server.clock.advance(dayMs);
  left = await openOffering(server);
  const { body } = await request('POST /api/ipo/buy', ida.session, agreed(left, 50));
  server.clock.advance(1000);
  await request('POST /api/ipo/cancel', ida.session, { application_id: body.id });
});
afterAll(() => server.close());

const history = ({ session }: Payer, query: object = {}) => request('POST /api/ipo/history', session, query);
const kinds = async (query: object) => (await history(ida, query)).body.lines.map(({ kind }) => kind);

describe('the history', () => {
  it('lists everything that happened, the latest first, with the money that moved', async () => {
    const { body } = await history(ida);
    expect(body.lines).toMatchObject([
      { kind: 'cancellation', stock_id: left, quantity: 50, price: null, fee: null, amount: null },
      { kind: 'application', stock_id: left, quantity: 50, amount: null },
      // 40 × 30.00 less 0.5 %.
      { kind: 'sale', stock_id: listed, quantity: 40, price: '30.00', fee: '6.00', amount: '1194.00' },
      // 100 × 20.00 and 3 %.
      { kind: 'allotment', stock_id: listed, quantity: 100, price: '20.00', fee: '60.00', amount: '-2060.00' },
      { kind: 'application', stock_id: listed, quantity: 100 },
    ]);
    expect(body.lines.map(({ number }) => number[0])).toEqual(['A', 'A', 'S', 'A', 'A']);
    expect(body.next_cursor).toBeNull();
  });

  it('sums up all lines that pass the filter, by currency', async () => {
    // Of the 40 that were sold: 1,200.00 less 6.00 less 40 % of 2,060.00.
    const totals = { currency: 'USD', invested: '2000.00', proceeds: '1200.00', fees: '66.00', result: '370.00' };
    expect((await history(ida)).body.totals).toEqual([totals]);
    expect((await history(ida, { kind: 'sale' })).body.totals).toEqual([{ ...totals, invested: '0.00', fees: '6.00' }]);
    expect((await history(ida, { kind: 'sale', stock_id: left })).body).toMatchObject({ lines: [], totals: [] });
  });

  it('is filtered by kind, offering and days', async () => {
    expect(await kinds({ kind: 'application' })).toEqual(['application', 'application']);
    expect(await kinds({ stock_id: listed })).toEqual(['sale', 'allotment', 'application']);
    expect(await kinds({ from: '2026-03-03', to: '2026-03-03' })).toEqual(['sale']);
    expect(await kinds({ from: '2026-03-04' })).toEqual(['cancellation', 'application']);
    expect(await kinds({ to: '2026-03-02' })).toEqual(['allotment', 'application']);
  });

  it('refuses days that end before they begin, in the list and in the file', async () => {
    const backwards = { from: '2026-03-04', to: '2026-03-03' };
    const file = await request('POST /api/ipo/history/file', ida.session, { ...backwards, format: 'csv' });
    for (const { status, refusal } of [await history(ida, backwards), file]) {
      expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['to']]);
      expect(refusal.errors?.['to']?.[0]).toMatchObject({
        code: 'validation.day_order',
        message: 'To: choose the first day or a later one.',
      });
    }
  });

  it('is visible to its own client only', async () => {
    expect((await history(otto)).body).toEqual({ lines: [], next_cursor: null, totals: [] });
  });

  it('comes in pages without repeats and gaps', async () => {
    for (let n = 0; n < 26; n += 1) {
      const stockId = await openOffering(server);
      const { body } = await request('POST /api/ipo/buy', otto.session, agreed(stockId, 10));
      await request('POST /api/ipo/cancel', otto.session, { application_id: body.id });
    }
    const all: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const { body }: Awaited<ReturnType<typeof history>> = await history(otto, cursor === null ? {} : { cursor });
      all.push(...body.lines.map(({ kind, id }) => `${kind} ${id}`));
      cursor = body.next_cursor;
      pages += 1;
    } while (cursor !== null);
    expect([pages, all.length, new Set(all).size]).toEqual([2, 52, 52]);
  });

  it.each([
    ['cursor', 'x'],
    ['cursor', '1.9.00000000-0000-0000-0000-000000000000'],
    ['kind', 'gift'],
    ['from', '2026-02-30'],
    ['stock_id', '7'],
  ])('refuses a wrong %s', async (field, value) => {
    const { status, refusal } = await history(ida, { [field]: value });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('files', () => {
  async function file(route: 'POST /api/ipo/history/file' | 'POST /api/ipo/receipt', body: object, language: Language) {
    const response = await fetch(`${server.url}${route.slice(5)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        ...headersOf(ida.session),
      },
      body: JSON.stringify(body),
    });
    return { headers: response.headers, content: new Uint8Array(await response.arrayBuffer()) };
  }
  const textOf = async (content: Uint8Array) =>
    (await extractText(content, { mergePages: true })).text.replaceAll(/\s+/g, ' ');

  it('give the history as CSV', async () => {
    const { headers, content } = await file('POST /api/ipo/history/file', { format: 'csv', stock_id: listed }, 'en');
    expect(headers.get('content-disposition')).toBe('attachment; filename="ipo-history-2026-03-04.csv"');
    const lines = new TextDecoder().decode(content).trim().split('\r\n');
    expect(lines[0]).toBe('Date (UTC),Type,Number,Issuer,Ticker,Shares,Price,Fees,Amount,Currency');
    expect(lines[1]).toMatch(/^2026-03-03T15:00:00.000Z,Sale,S-70000\d,Nordic Harbour,T\d+,40,30.00,6.00,1194.00,USD$/);
    expect(lines).toHaveLength(4);
  });

  it('give the history as PDF in the caller’s language', async () => {
    const { headers, content } = await file('POST /api/ipo/history/file', { format: 'pdf', from: '2026-03-03' }, 'de');
    expect(headers.get('content-type')).toBe('application/pdf');
    const text = await textOf(content);
    for (const part of ['IPO-Historie', '3. März 2026', 'Verkauf', 'Gebühr USD 6.00', 'USD 1,194.00', 'Ida Berg'])
      expect(text).toContain(part);
    expect(text).not.toContain('2,060.00');
  });

  it('give a receipt of the request, of what the client saw and agreed to, and of what happened', async () => {
    const [application] = (await history(ida, { kind: 'allotment' })).body.lines;
    const { headers, content } = await file('POST /api/ipo/receipt', { application_id: application?.id }, 'en');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${application?.number}.pdf"`);
    const text = await textOf(content);
    for (const part of [
      `Receipt for application ${application?.number}`,
      'Nordic Harbour',
      'Price range when you applied USD 20.00',
      'Version 1',
      '3%',
      'USD 2,060.00',
      'I am not a restricted person',
      'Submitted',
      'By you',
      'Settled',
    ])
      expect(text).toContain(part);
  });

  it('give no receipt of another client', async () => {
    const [application] = (await history(otto)).body.lines;
    const response = await request('POST /api/ipo/receipt', ida.session, { application_id: application?.id });
    expect([response.status, codeOf(response)]).toEqual([404, 'http.not_found']);
  });

  it('refuse a PDF of more lines than a person reads', async () => {
    const hans = await newApplicant(server, 100_000_000n);
    const stockId = await openOffering(server);
    await request('POST /api/ipo/buy', hans.session, agreed(stockId, 10));
    await bringTo(server, stockId, 'closed');
    await server.db.run(manyApplications(hans));
    const pdf = await request('POST /api/ipo/history/file', hans.session, { format: 'pdf' });
    expect([pdf.status, codeOf(pdf), pdf.refusal.params]).toEqual([409, 'ipo.history_length', { max: 2000 }]);
    const csv = await request('POST /api/ipo/history/file', hans.session, { format: 'csv' });
    expect(csv.body.trim().split('\r\n')).toHaveLength(1 + 1 + 2 * 1001);
  });
});

/** A thousand and one applications that were cancelled. */
const manyApplications = ({ wallet }: Payer) => sql`
  insert into ipo_application (id, offering_id, client_id, wallet_id, currency, quantity, price_type, state, held_minor, price_low_seen_minor,
    price_high_seen_minor, prospectus_version, disclosure_version, fee_in_bps, fee_in_min_minor, fee_fixed_minor, reason, created_at, updated_at)
  select gen_random_uuid(), a.offering_id, a.client_id, a.wallet_id, a.currency, a.quantity, 'any', 'cancelled', 0, 1800, 2000, 0, 1, 300, 0, 0,
    'requested_by_client', a.created_at, a.updated_at
  from ipo_application a, generate_series(1, 1001) where a.client_id = ${wallet.clientId}`;
