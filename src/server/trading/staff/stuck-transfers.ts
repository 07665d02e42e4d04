import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { StuckTransfer } from '#contract/trading/staff-transfers.ts';
import type { TransferAction, TransferOutcome } from '#contract/trading/transfer-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { Transfer } from '../transfer-money.ts';

const pageLength = 50;

/** While a call still waits for a transfer's result, the transfer is left to that call. */
export const patienceMs = 120_000;

/** The person of finance who reads. */
export type Asker = Pick<Person, 'id' | 'roles'>;

/** Transfers `t` without a known result, whose call has ended. */
export const isStuck = ({ clock }: Pick<App, 'clock'>): Sql => sql`
  t.settled_at is null and (t.state = 'needs_reconciliation' or t.created_at < ${new Date(clock.now().getTime() - patienceMs)})`;

interface Row extends Pick<Transfer, 'id' | 'clientId' | 'accountNumber' | 'direction' | 'amountMinor' | 'state'> {
  currency: string;
  createdAt: Date;
  requestedAt: Date | null;
  settledAt: Date | null;
  name: string;
  email: string;
  requestId: string | null;
  outcome: TransferOutcome | null;
  note: string | null;
  proposedBy: string | null;
  proposer: string | null;
  proposedAt: Date | null;
}

function readRows({ db }: App, conditionAndOrder: Sql): Promise<Row[]> {
  return db.rows<Row>(sql`
    select t.id, t.client_id as "clientId", a.number as "accountNumber", t.direction, t.amount as "amountMinor", t.state,
           a.currency, t.created_at as "createdAt", t.checked_at as "requestedAt", t.settled_at as "settledAt",
           c.full_name as name, c.email,
           o.id as "requestId", o.value ->> 'outcome' as outcome, o.reason as note, o.author_id as "proposedBy", o.created_at as "proposedAt",
           p.full_name as proposer
    from trading_transfer t
    join trading_account a on a.id = t.account_id
    join person c on c.id = t.client_id
    left join approval_request o on o.transfer_id = t.id and o.state = 'open'
    left join person p on p.id = o.author_id
    where ${conditionAndOrder}`);
}

/** Transfers that wait for the platform's word or a person's, the oldest first. */
export async function listStuckTransfers(
  app: App,
  me: Asker,
  { cursor = null, limit = pageLength }: { cursor?: string | null | undefined; limit?: number },
): Promise<ResponseBody<Api['trading.stuck_transfers']>> {
  const rows = await readRows(
    app,
    sql`${isStuck(app)} and (${cursor}::uuid is null or t.id > ${cursor}) order by t.id limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const { count } = await app.db.one<{ count: number }>(
    sql`select count(*)::int as count from trading_transfer t where ${isStuck(app)}`,
  );
  return {
    transfers: page.map((row) => show(me, row)),
    count,
    next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** One of them as it is now, also when it has been settled since. */
export async function readStuckTransfer(app: App, me: Asker, id: string): Promise<StuckTransfer> {
  const [row] = await readRows(app, sql`t.id = ${id}`);
  if (!row) throw new Error(`transfer ${id} is not there`);
  return show(me, row);
}

function show(me: Asker, row: Row): StuckTransfer {
  const { requestId, outcome, note, proposedAt } = row;
  return {
    id: row.id,
    direction: row.direction,
    state: row.state,
    amount: toDecimal(row.amountMinor, row.currency),
    currency: row.currency,
    trading_account_id: String(row.accountNumber),
    client: { id: row.clientId, name: row.name, email: row.email },
    created_at: row.createdAt.toISOString(),
    requested_at: row.requestedAt?.toISOString() ?? null,
    approval_request:
      requestId && outcome && note !== null && proposedAt
        ? {
            id: requestId,
            outcome,
            note,
            by: row.proposer ?? '',
            at: proposedAt.toISOString(),
          }
        : null,
    actions: actionsOf(me, row),
  };
}

/** Staff cannot act on their own money, and cannot decide on what they stated themselves. */
function actionsOf({ id, roles }: Asker, { clientId, settledAt, outcome, proposedBy }: Row): TransferAction[] {
  if (!roles.includes('finance') && !roles.includes('admin')) return [];
  if (settledAt || clientId === id) return [];
  if (!outcome) return ['query_status', 'propose'];
  return proposedBy === id ? ['query_status'] : ['query_status', 'decide'];
}
