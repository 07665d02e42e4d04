import type { ApplicationState } from '#contract/ipo-names.ts';
import { toDecimal } from '#contract/money.ts';
import type { PaymentKind, PaymentState } from '#contract/payment-names.ts';
import type { RoomStatus } from '#contract/support-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { deviceName } from '#server/auth/device-name.ts';
import { lookAt } from './find.ts';

const recent = 50;

/** Each of these tells the latest of one kind that a client has. @throws Refusal `http.not_found` */
export async function clientPayments(app: App, me: Client, clientId: string) {
  await lookAt(app, me, clientId);
  const rows = await app.db.rows<{
    id: string;
    number: string;
    kind: PaymentKind;
    state: PaymentState;
    amount: bigint;
    currency: string;
    at: Date;
  }>(sql`
    select id, 'P-' || number as number, kind, state, amount, currency, created_at as at from payment
    where client_id = ${clientId} order by id desc limit ${recent}`);
  return rows.map((row) => ({ ...row, amount: toDecimal(row.amount, row.currency), at: row.at.toISOString() }));
}

export async function clientApplications(app: App, me: Client, clientId: string) {
  await lookAt(app, me, clientId);
  const rows = await app.db.rows<{
    id: string;
    number: string;
    offering_id: string;
    ticker: string;
    quantity: number;
    allotted_quantity: number | null;
    state: ApplicationState;
    at: Date;
  }>(sql`
    select a.id, 'A-' || a.number as number, o.id as offering_id, o.ticker, a.quantity::int as quantity,
           a.allotted_quantity::int as allotted_quantity, a.state, a.created_at as at
    from ipo_application a join ipo_offering o on o.id = a.offering_id
    where a.client_id = ${clientId} order by a.id desc limit ${recent}`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export async function clientTickets(app: App, me: Client, clientId: string) {
  await lookAt(app, me, clientId);
  const rows = await app.db.rows<{
    id: string;
    number: string | null;
    subject: string | null;
    status: RoomStatus;
    at: Date;
  }>(sql`
    select id, number, subject, status, updated_at as at from conversation
    where client_id = ${clientId} and last_seq > 0 order by updated_at desc limit ${recent}`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export async function clientSessions(app: App, me: Client, clientId: string) {
  await lookAt(app, me, clientId);
  const rows = await app.db.rows<{
    id: string;
    userAgent: string | null;
    address: string;
    open: boolean;
    issued: boolean;
    createdAt: Date;
    lastSeenAt: Date;
  }>(sql`
    select id, user_agent as "userAgent", address, revoked_at is null and expires_at > ${app.clock.now()} as open,
           issued_by is not null as issued, created_at as "createdAt", last_seen_at as "lastSeenAt"
    from session where client_id = ${clientId} order by last_seen_at desc, id desc limit ${recent}`);
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    address: row.address,
    open: row.open,
    issued_by_staff: row.issued,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  }));
}
