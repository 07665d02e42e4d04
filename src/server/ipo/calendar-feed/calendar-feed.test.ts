import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { agreed, bringTo, newApplicant, openOffering } from '#test/ipo/offerings.ts';
import { asker, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let request: ReturnType<typeof asker>;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  request = asker(server);
  ida = await newApplicant(server, 100_000_000n);
});
afterAll(() => server.close());

async function subscribe({ session }: Payer): Promise<string> {
  const { body } = await request('POST /api/ipo/calendar-feed/create', session, {});
  expect(body.url).toMatch(/^http:\/\/atrium\.test\/api\/ipo\/calendar-feed\/[\w-]{43}$/);
  return body.url.slice(body.url.lastIndexOf('/') + 1);
}

const read = (token: string, language: 'en' | 'fr' = 'fr') =>
  server.call('GET /api/ipo/calendar-feed/:token', { params: { token }, language });

/** The file as a calendar program sees it, with folded lines joined. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

describe('the calendar feed', () => {
  it('is an address that only its owner sees, once', async () => {
    const state = async () => (await request('POST /api/ipo/calendar-feed', ida.session, {})).body.created_at;
    expect(await state()).toBeNull();
    const token = await subscribe(ida);
    expect(await state()).toBe(server.clock.now().toISOString());
    const stored = await server.db.rows(sql`select encode(token_hash, 'hex') as hash from ipo_calendar_feed`);
    expect(JSON.stringify(stored)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(server.logged.join('')).not.toContain(token);
  });

  it('holds the dates of offerings in UTC, each under a stable id', async () => {
    const stockId = await openOffering(server);
    const { headers, body } = await read(await subscribe(ida));
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const lines = linesOf(body);
    expect(lines[0]).toBe('BEGIN:VCALENDAR');
    expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
    const closes = lines.slice(lines.indexOf(`UID:${stockId}-closes@atrium.test`));
    expect(closes.slice(0, 10)).toEqual([
      `UID:${stockId}-closes@atrium.test`,
      'DTSTAMP:20260302T150000Z',
      'LAST-MODIFIED:20260302T150000Z',
      'SEQUENCE:1',
      'DTSTART:20260302T160000Z',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      expect.stringMatching(/^SUMMARY:Nordic Harbour \(T\d+\): applications close$/),
      'DESCRIPTION:Price range USD\u00a018.00 to USD\u00a020.00. Dates may change\\; this calendar updates automatically.',
      `URL:http://atrium.test/en/ipo/calendar/${stockId}`,
    ]);
  });

  it('keeps lines short, whatever they hold, and in the language of its owner', async () => {
    const otto = await newApplicant(server);
    await server.db.run(sql`update person set language = 'ar' where id = ${otto.session.user.id}`);
    const stockId = await openOffering(server);
    const issuer = `${'Håfen 港🚢, "A"; '.repeat(6)}\nEND:VEVENT`;
    await server.db.run(sql`update ipo_offering set issuer = ${issuer} where id = ${stockId}`);
    const { body } = await read(await subscribe(otto), 'en');
    expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const lines = linesOf(body);
    expect(lines.find((line) => line.startsWith('SUMMARY') && line.includes('Håfen'))).toContain(
      String.raw`Håfen 港🚢\, "A"\; \nEND:VEVENT`,
    );
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(
      lines.filter((line) => line === 'BEGIN:VEVENT').length,
    );
    expect(lines).toContain('PRODID:-//Atrium//AR');
    expect(body).toContain('تقويم الاكتتابات');
  });

  it('shows its owner, and no one else, the deadline of a confirmation', async () => {
    const stockId = await openOffering(server);
    const { body: application } = await request('POST /api/ipo/buy', ida.session, agreed(stockId, 10));
    const until = new Date('2026-03-02T17:30:00Z');
    await bringTo(server, stockId, 'reconfirming', sql`final_price_minor = 3000, confirm_until = ${until}`);
    await server.db.run(sql`
      update ipo_application set state = 'reconfirm_required', confirm_until = ${until} where id = ${application.id}`);
    const mine = linesOf((await read(await subscribe(ida))).body);
    const from = mine.indexOf(`UID:${stockId}-confirm@atrium.test`);
    expect(mine[from + 4]).toBe('DTSTART:20260302T173000Z');
    const other = linesOf((await read(await subscribe(await newApplicant(server)))).body);
    expect(other.some((line) => line.includes('-confirm@'))).toBe(false);
  });

  it('marks withdrawn dates as cancelled and postponed ones as tentative, and hides drafts', async () => {
    const [gone, later, draft] = [await openOffering(server), await openOffering(server), await openOffering(server)];
    await bringTo(server, gone, 'withdrawn');
    await bringTo(server, later, 'postponed', sql`postponed_from = 'open'`);
    await bringTo(server, draft, 'draft');
    const lines = linesOf((await read(await subscribe(ida))).body);
    const statusOf = (id: string) => lines[lines.indexOf(`UID:${id}-closes@atrium.test`) + 5];
    expect([statusOf(gone), statusOf(later)]).toEqual(['STATUS:CANCELLED', 'STATUS:TENTATIVE']);
    expect(lines.some((line) => line.includes(draft))).toBe(false);
  });

  it('ends with a new address, at its owner’s request, with a block, and during a freeze of the profile', async () => {
    const first = await subscribe(ida);
    const second = await subscribe(ida);
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    const change = (what: Sql) => server.db.run(sql`update person set ${what} where id = ${ida.session.user.id}`);
    await change(sql`blocked_at = now()`);
    expect((await read(second)).status).toBe(404);
    await change(sql`blocked_at = null, frozen_at = now()`);
    expect((await read(second)).status).toBe(404);
    await change(sql`frozen_at = null`);
    expect((await read(second)).status).toBe(200);
    await request('POST /api/ipo/calendar-feed/revoke', ida.session, {});
    await request('POST /api/ipo/calendar-feed/revoke', ida.session, {});
    expect((await read(second)).refusal.code).toBe('http.not_found');
    expect((await read('nobody-knows')).status).toBe(404);
  });

  it('is one address, however many are requested at once', async () => {
    const otto = await newApplicant(server);
    const tokens = await Promise.all(Array.from({ length: 8 }, () => subscribe(otto)));
    const responses = await Promise.all(tokens.map((token) => read(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
