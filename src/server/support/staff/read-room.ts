import type { ClientCard, StaffRoomInfo } from '#contract/support/staff-endpoints.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { recordView } from '#server/platform/audit/audit.ts';
import { clientLevel } from '#server/platform/people/client-state.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readHoldings } from '#server/staff/client/holdings.ts';
import { linkOf } from '../links.ts';
import { takeSeat, type Room } from '../room.ts';
import { readStaffRoom } from './room-row.ts';

const recent = 5;

/**
 * One conversation with what support may know of its client. That is an access to the client's data, so it is recorded.
 * @throws Refusal `http.not_found`
 */
export async function readRoom(app: App, me: Person, roomId: string): Promise<StaffRoomInfo> {
  const { db } = app;
  const { room } = await takeSeat(db, me, roomId);
  const details = { conversation: room.number ?? room.id, room: room.id };
  const view = { actorId: me.id, clientId: room.clientId, action: 'support.view', details } as const;
  await recordView(app, view, { detail: 'room' });
  const { ratingText } = await db.one<{ ratingText: string | null }>(
    sql`select rating_text as "ratingText" from conversation where id = ${roomId}`,
  );
  return {
    room: await readStaffRoom(db, me, roomId),
    link: linkOf(room),
    next: room.status === 'closed' ? await nextOf(db, room) : null,
    client: await readClientCard(db, room.clientId),
    rating_text: ratingText,
  };
}

/** The conversation that continues a closed one; for a chat also the one that lives now. */
async function nextOf(db: Queries, { id, kind, clientId }: Room): Promise<StaffRoomInfo['next']> {
  const isLiving = sql`n.status not in ('resolved', 'closed')`;
  const next = await db.maybeOne<{ room_id: string; number: string | null }>(sql`
    select n.id as room_id, n.number from conversation n
    where n.previous_id = ${id} or (${kind} = 'chat' and n.kind = 'chat' and n.client_id = ${clientId} and ${isLiving})
    order by ${isLiving} desc, n.created_at desc, n.id limit 1`);
  return next ?? null;
}

type PersonRow = Omit<
  ClientCard,
  'wallets' | 'accounts' | 'payments' | 'applications' | 'conversations' | 'registered_at' | 'last_sign_in_at'
> & {
  registeredAt: Date;
  lastSignInAt: Date | null;
};
type Dated<Row> = Omit<Row, 'at'> & { at: Date };
type MinorPayment = Omit<Dated<ClientCard['payments'][number]>, 'amount'> & { amount: bigint };

async function readClientCard(db: Queries, clientId: string): Promise<ClientCard> {
  const { registeredAt, lastSignInAt, ...person } = await db.one<PersonRow>(sql`
    select c.id, c.full_name as name, c.email, c.email_verified_at is not null as email_verified, c.language,
           c.country, ${clientLevel} as level,
           (select tier from client_benefit b where b.client_id = c.id) as tier,
           c.created_at as "registeredAt", (select max(s.created_at) from session s where s.person_id = c.id) as "lastSignInAt"
    from person c where c.id = ${clientId}`);
  const payments = await db.rows<MinorPayment>(sql`
    select id, 'P-' || number as number, kind, state, amount, currency, created_at as at from payment
    where client_id = ${clientId} order by id desc limit ${recent}`);
  const applications = await db.rows<Dated<ClientCard['applications'][number]>>(sql`
    select a.id, 'A-' || a.number as number, o.ticker, a.state, a.created_at as at
    from ipo_application a join ipo_offering o on o.id = a.offering_id
    where a.client_id = ${clientId} order by a.id desc limit ${recent}`);
  const conversations = await db.rows<Dated<ClientCard['conversations'][number]>>(sql`
    select id, kind, number, subject, status, updated_at as at from conversation
    where client_id = ${clientId} and last_seq > 0 order by updated_at desc limit ${recent}`);
  return {
    ...person,
    registered_at: registeredAt.toISOString(),
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
    ...(await readHoldings(db, clientId)),
    payments: payments.map((row) => ({
      ...row,
      amount: toDecimal(row.amount, row.currency),
      at: row.at.toISOString(),
    })),
    applications: applications.map((row) => ({ ...row, at: row.at.toISOString() })),
    conversations: conversations.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}
