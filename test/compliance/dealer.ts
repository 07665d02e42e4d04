import { raw } from 'sql-template-tag';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { agreed, bringTo, newApplicant, openOffering } from '../ipo/offerings.ts';
import { asker, type codeOf } from '../money/payments.ts';
import type { Session, TestServer } from '../server.ts';
import { fund, signInAt, type Terminal } from '../trading/terminal.ts';

const dayMs = 86_400_000;
export const longOpen = { closesInMs: 60 * dayMs };
export const market = { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.01' } as const;

/** A person with something of everything, from when they were only a client. */
export interface Dealer {
  session: Session;
  terminal: Terminal;
  archived: string;
  walletId: string;
  /** An application that may be raised, and one that waits to be confirmed. */
  applied: string;
  toConfirm: string;
  waiting: string;
  position: string;
}

export interface Action {
  call: (of: Dealer) => Promise<{ status: number; refusal: Parameters<typeof codeOf>[0]['refusal'] }>;
  /** The same past the code. */
  directly: (of: Dealer) => Sql;
}
/** A row like one that is there, as the serving role would write it. */
const again = (table: string, changes: object, where: Sql): Sql => sql`
  insert into ${raw(table)} select (jsonb_populate_record(r, ${JSON.stringify(changes)}::jsonb)).* from ${raw(table)} r where ${where}`;

/** How clients deal, each action by call and past the code. */
export function openDealing(server: TestServer) {
  const request = asker(server);
  const at = () => server.clock.now();
  async function dealer(): Promise<Dealer> {
    const { session, wallet } = await newApplicant(server, 5_000_000n);
    const { trading_account_id: number } = await openTradingAccount(server.app, session.user, { currency_id: 'USD' });
    await fund(server, session, number, '2000.00');
    const { trading_account_id: archived } = await openTradingAccount(server.app, session.user, { currency_id: 'USD' });
    const terminal = await signInAt(server, session, number);
    const { order: filled } = await terminal.request('POST /api/paper/place', market);
    const { order } = await terminal.request('POST /api/paper/place', { ...market, type: 'limit', price: '0.50000' });
    await server.call('POST /api/trading-account/archive', {
      as: session,
      body: { trading_account_id: archived, reason: 'Not needed' },
    });
    const [applied, toConfirm] = [await applyFor(session), await applyFor(session)];
    return {
      session,
      terminal,
      archived,
      walletId: wallet.walletId,
      applied,
      toConfirm,
      waiting: order.ticket,
      position: filled.ticket,
    };
  }

  const apply = async (as: Session, mode: 'subscription' | 'direct' = 'subscription') =>
    request('POST /api/ipo/buy', as, agreed(await openOffering(server, { ...longOpen, mode }), 20));
  const applyFor = async (as: Session) => (await apply(as)).body.id;

  async function requestConfirmation(id: string): Promise<void> {
    const { offering } = await server.db.one<{ offering: string }>(sql`
    select offering_id as offering from ipo_application where id = ${id}`);
    const until = new Date(at().getTime() + 40 * dayMs);
    await bringTo(
      server,
      offering,
      'reconfirming',
      sql`final_price_minor = 1900, priced_at = ${at()}, confirm_until = ${until}`,
    );
    await server.db.run(sql`
    update ipo_application set state = 'reconfirm_required', confirm_until = ${until} where id = ${id}`);
  }

  const now = () => at().toISOString();

  const actions: Record<string, Action> = {
    'apply for an offering': {
      call: ({ session }) => apply(session),
      directly: ({ applied }) =>
        again(
          'ipo_application',
          { id: newId(), number: 1, created_at: now(), updated_at: now() },
          sql`id = ${applied}`,
        ),
    },
    'buy of a direct offering': {
      call: ({ session }) => apply(session, 'direct'),
      directly: ({ applied }) =>
        again(
          'ipo_application',
          { id: newId(), number: 1, created_at: now(), updated_at: now() },
          sql`id = ${applied}`,
        ),
    },
    'raise an application': {
      call: async ({ session, applied: application_id }) => {
        const { quantity } = await server.db.one<{ quantity: number }>(sql`
        select quantity from ipo_application where id = ${application_id}`);
        return request('POST /api/ipo/amend', session, { application_id, quantity: quantity + 10 });
      },
      directly: ({ applied }) =>
        sql`update ipo_application set quantity = quantity + 10, updated_at = ${at()} where id = ${applied}`,
    },
    'confirm an application': {
      call: ({ session, toConfirm: application_id }) => request('POST /api/ipo/reconfirm', session, { application_id }),
      directly: ({ toConfirm }) =>
        sql`update ipo_application set state = 'confirmed', updated_at = ${at()} where id = ${toConfirm}`,
    },
    'open an account': {
      call: ({ session }) => request('POST /api/trading-account/create', session, { currency_id: 'USD' }),
      directly: ({ terminal }) =>
        again(
          'trading_account',
          { id: newId(), number: 1, created_at: now() },
          sql`number = ${terminal.number}::bigint`,
        ),
    },
    'restore an account': {
      call: ({ session, archived }) =>
        request('POST /api/trading-account/restore', session, { trading_account_id: archived }),
      directly: ({ archived }) => sql`
      update trading_account set status = 'active', archived_at = null, archived_from = null, restored_at = ${at()}
      where number = ${archived}::bigint`,
    },
    'fund an account': {
      call: ({ session, terminal, walletId }) => move(session, terminal.number, walletId, 'in'),
      directly: ({ session }) =>
        again(
          'trading_transfer',
          { id: newId(), idempotency_key: newId(), created_at: now() },
          sql`client_id = ${session.user.id} and direction = 'in'`,
        ),
    },
    'place an order': {
      call: ({ terminal }) => terminal.call('POST /api/paper/place', market, { 'idempotency-key': newId() }),
      directly: ({ waiting }) =>
        again('paper_order', { ticket: 1, placed_at: now() }, sql`ticket = ${waiting}::bigint`),
    },
    'change an order that waits': {
      call: ({ terminal, waiting }) =>
        terminal.call('POST /api/paper/modify-order', { order: waiting, price: '0.60000' }),
      // Whatever a waiting order asks for, no position comes of it.
      directly: ({ position }) =>
        again('paper_position', { ticket: 1, opened_at: now() }, sql`ticket = ${position}::bigint`),
    },
  };

  const move = (as: Session, trading_account_id: string, wallet_id: string, direction: 'in' | 'out') =>
    request('POST /api/trading-account/transfer', as, { trading_account_id, wallet_id, direction, amount: '5' });

  return { dealer, actions, apply, requestConfirmation, move };
}
