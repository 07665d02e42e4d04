import type { ResponseOf } from '#contract/api.ts';
import type { PreviewedAction } from '#contract/ipo/staff-names.ts';
import { newId } from '#server/platform/id.ts';
import type { Session, TestServer } from '../server.ts';

export type StaffOffering = ResponseOf<'POST /api/staff/ipo/offering'>;

const hourMs = 3_600_000;

/** The terms of an offering at 18.00 to 20.00 USD that opens in an hour and closes a day later. */
export function someTerms(server: TestServer, changes: object = {}) {
  const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs).toISOString();
  return {
    issuer: 'Nordic Harbour',
    ticker: `T${Math.floor(Math.random() * 1e8)}`,
    isin: null,
    exchange: 'Oslo Børs',
    sector: 'industrials' as const,
    currency: 'USD',
    mode: 'subscription' as const,
    price_low: '18.00',
    price_high: '20.00',
    shares_offered: 10_000_000,
    shares_outstanding: 50_000_000,
    quota: 1000,
    lot_size: 10,
    min_quantity: 10,
    max_quantity: 100_000,
    fee_in_percent: '3.00',
    fee_in_minimum: '0',
    fee_fixed: '0',
    fee_out_percent: '0.50',
    lock_up_days: 93,
    early_exit_percent: '15.00',
    min_level: 0,
    min_tier: 'standard' as const,
    excluded_countries: [],
    cut_off: 'close' as const,
    when_postponed: 'keep' as const,
    allotment_method: 'pro_rata' as const,
    disclosure_version: 1,
    opens_at: inHours(1),
    closes_at: inHours(25),
    listed_at: inHours(100),
    ...changes,
  };
}

type ActionRoute =
  | 'text'
  | 'prospectus'
  | 'publish'
  | 'supplement'
  | 'postpone'
  | 'resume'
  | 'withdraw'
  | 'propose-price'
  | 'propose-allotment'
  | 'propose-listing'
  | 'propose-quote'
  | 'archive'
  | 'edit';

/** The staff endpoints of a server, as a staff member uses them. */
export function openStaffScreen(server: TestServer, as: Session) {
  /** Does an action on the present state, whatever its version is. */
  async function action(route: ActionRoute, stock_id: string, body: object = {}) {
    const { version } = await read(stock_id);
    return server.call(`POST /api/staff/ipo/${route}`, {
      as,
      body: { stock_id, version, request_id: newId(), ...body },
    });
  }

  async function read(stock_id: string): Promise<StaffOffering> {
    return (await server.call('POST /api/staff/ipo/offering', { as, body: { stock_id } })).body;
  }

  async function decide(stock_id: string, decision: 'approve' | 'reject' = 'approve') {
    const { approval_requests: approvalRequests } = await read(stock_id);
    return server.call('POST /api/staff/ipo/decide', {
      as,
      body: { approval_request_id: approvalRequests[0]?.id ?? newId(), decision, request_id: newId() },
    });
  }

  async function create(changes: object = {}) {
    return server.call('POST /api/staff/ipo/create', {
      as,
      body: { ...someTerms(server, changes), request_id: newId() },
    });
  }

  /** A draft with all that its announcement needs. */
  async function draft(changes: object = {}): Promise<string> {
    const { body } = await create(changes);
    const id = body.stock_id;
    expectDone(await action('text', id, { language: 'en', about: 'Ships.', risks: 'Storms.' }));
    expectDone(await action('prospectus', id, { url: 'https://example.com/prospectus.pdf' }));
    return id;
  }

  /** The same, announced with a second person. */
  async function publish(changes: object = {}): Promise<string> {
    const id = await draft(changes);
    expectDone(await action('publish', id));
    const second = await server.register({ roles: ['client', 'finance'] });
    expectDone(await openStaffScreen(server, second).decide(id));
    return id;
  }

  const preview = (stock_id: string, action: PreviewedAction, more: object = {}) =>
    server.call('POST /api/staff/ipo/preview', { as, body: { stock_id, action, ...more } });

  return { action, read, decide, create, draft, publish, preview };
}

function expectDone({ status, refusal }: { status: number; refusal: object }): void {
  if (status !== 200) throw new Error(JSON.stringify(refusal));
}
