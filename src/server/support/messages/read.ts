import type { Message, MessagePage } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readFiles } from './attached-files.ts';
import { clientNumber } from './client-numbers.ts';
import { takeSeat, type Seat } from '../room.ts';

/** Which messages: after a number, before one, or the newest. A client has numbers of their own. */
export interface PageQuery {
  after?: number | undefined;
  before?: number | undefined;
  limit: number;
}

interface MessageRow {
  id: string;
  /** One for support, one for the reader. */
  seq: number;
  shownSeq: number;
  kind: Message['kind'];
  senderId: string | null;
  firstName: string | null;
  fullName: string | null;
  body: string;
  data: Message['system'];
  at: Date;
  readAt: Date | null;
}

/**
 * A page of a conversation, the oldest message first. Notes of support do not exist for its client.
 * @throws Refusal `http.not_found`
 */
export async function readMessages(
  app: App,
  me: Pick<Person, 'id' | 'roles'>,
  roomId: string,
  { after, before, limit }: PageQuery,
): Promise<MessagePage> {
  const seat = await takeSeat(app.db, me, roomId);
  const forward = after !== undefined;
  const number = numberFor(seat);
  const found = await readRows(
    app.db,
    seat,
    sql`${after === undefined ? sql`` : sql`and ${number} > ${after}`} ${before === undefined ? sql`` : sql`and ${number} < ${before}`}
        order by ${number} ${forward ? sql`` : sql`desc`} limit ${limit + 1}`,
  );
  const rows = forward ? found.slice(0, limit) : found.slice(0, limit).toReversed();
  return {
    data: await shown(app.db, seat, rows),
    has_more: found.length > limit,
    last_seq: seat.side === 'client' ? seat.room.clientSeq : seat.room.lastSeq,
    ...(await readMarks(app.db, seat)),
  };
}

/**
 * One message by its number for support, for a person who may take part; undefined when it is not visible to them.
 * @throws Refusal `http.not_found`
 */
export async function readMessage(
  db: Queries,
  me: Pick<Person, 'id' | 'roles'>,
  roomId: string,
  seq: number,
): Promise<Message | undefined> {
  const seat = await takeSeat(db, me, roomId);
  const [message] = await shown(db, seat, await readRows(db, seat, sql`and m.seq = ${seq}`));
  return message;
}

const numberFor = ({ side }: Seat): Sql => (side === 'client' ? sql`m.client_seq` : sql`m.seq`);

/**
 * When the other side of its author read `m`: that side's first mark at or beyond it. System messages are read by the
 * client.
 */
const readAt = ({ room }: Seat): Sql => sql`
  case when m.kind <> 'internal_note' then
    (select r.at from conversation_read r
     where r.conversation_id = m.conversation_id and r.seq >= m.seq
       and r.side = case when m.author_id = ${room.clientId} then 'support' else 'client' end
     order by r.seq limit 1) end`;

function readRows(db: Queries, seat: Seat, condition: Sql): Promise<MessageRow[]> {
  return db.rows<MessageRow>(sql`
    select m.id, m.seq, ${numberFor(seat)} as "shownSeq", m.kind, m.author_id as "senderId", p.first_name as "firstName", p.full_name as "fullName",
           m.body, m.data, m.sent_at as at, ${readAt(seat)} as "readAt"
    from conversation_message m left join person p on p.id = m.author_id
    where m.conversation_id = ${seat.room.id} and ${numberFor(seat)} is not null ${condition}`);
}

async function shown(db: Queries, { room, side }: Seat, rows: readonly MessageRow[]): Promise<Message[]> {
  const files = await readFiles(
    db,
    room.id,
    rows.map(({ seq }) => seq),
  );
  return rows.map(({ id, seq, shownSeq, kind, senderId, firstName, fullName, body, data, at, readAt: read }) => {
    const from = senderId === null ? 'system' : senderId === room.clientId ? 'client' : 'support';
    const isShort = from === 'support' && side === 'client';
    return {
      id,
      chat_room_id: room.id,
      seq: shownSeq,
      kind,
      from,
      sender_id: senderId,
      user_id: senderId,
      recipient: from === 'client' || kind === 'internal_note' ? 'support' : 'client',
      read_at: read?.toISOString() ?? null,
      author: (isShort ? firstName : fullName) ?? '',
      message: body,
      system: data,
      files: files.get(seq) ?? [],
      at: at.toISOString(),
    };
  });
}

/** How far each side has come, in the numbers of the reader. What one of support has read, support has read. */
export async function readMarks(db: Queries, { room, side }: Seat): Promise<Pick<MessagePage, 'client' | 'support'>> {
  const furthest = (column: Sql, people: Sql) => sql`coalesce(max(${column}) filter (where ${people}), 0)`;
  const client = sql`person_id = ${room.clientId}`;
  const support = sql`person_id <> ${room.clientId}`;
  const delivered = sql`delivered_seq`;
  const read = sql`read_seq`;
  const reached = (seq: Sql) => (side === 'client' ? clientNumber(sql`${room.id}`, seq) : seq);
  const row = await db.one<Record<'cd' | 'cr' | 'sd' | 'sr', number>>(sql`
    select ${reached(sql`cd`)} as cd, ${reached(sql`cr`)} as cr, ${reached(sql`sd`)} as sd, ${reached(sql`sr`)} as sr
    from (select ${furthest(delivered, client)} as cd, ${furthest(read, client)} as cr,
                 ${furthest(delivered, support)} as sd, ${furthest(read, support)} as sr
          from conversation_participant where conversation_id = ${room.id}) marks`);
  return {
    client: { delivered_seq: row.cd, read_seq: row.cr },
    support: { delivered_seq: row.sd, read_seq: row.sr },
  };
}
