import { randomBytes, randomUUID } from 'node:crypto';
import { raw } from 'sql-template-tag';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { agreed, listedHolding, newApplicant, openOffering } from '../ipo/offerings.ts';
import { asker, confirmedDestination, openBank, paidByCard, reported, submitted } from './payments.ts';
import type { Session, TestServer } from '../server.ts';
import { png, upload } from '../files/upload.ts';

/** A mark in everything that Ben wrote. */
export const bensWords = 'Ben’s own words';

/** A client with one of everything that a client can have. */
export interface Ben {
  session: Session;
  /** The ids of what Ben has, by their meaning. */
  ids: Record<string, string>;
  /** Everything of Ben's, as the database has it. */
  state: () => Promise<unknown>;
}

/** Registers Ben, who then pays, trades, applies and writes. */
export async function registerBen(server: TestServer): Promise<Ben> {
  await openBank(server);
  const payer = await newApplicant(server, 5_000_000n);
  const { session } = payer;
  const request = asker(server);
  await server.db.run(sql`update person set first_name = 'Benedikt' where id = ${session.user.id}`);
  const money = await bensMoney(server, payer);
  await listedHolding(server, payer, { earlyExitBps: 100, tradableInMs: 86_400_000 });
  const application = await server.db.one<{ id: string }>(
    sql`select id from ipo_application where client_id = ${session.user.id}`,
  );
  const open = await openOffering(server);
  const waiting = await request('POST /api/ipo/buy', session, agreed(open, 10));
  if (waiting.status !== 200) throw new Error(JSON.stringify(waiting.refusal));
  await server.signIn({ email: session.user.email });
  const sessions = await server.call('POST /api/settings/sessions', { as: session, body: {} });
  const { id: input } = await server.db.one<{ id: string }>(
    sql`select id from ipo_application where client_id = ${session.user.id} and id <> ${application.id}`,
  );
  const ids = {
    himself: session.user.id,
    'another session of his': sessions.body.find(({ current }) => !current)?.id ?? '',
    ...money,
    'his application that is over': application.id,
    'his application': input,
    ...(await bensTalks(server, session)),
    'his copy': await bensCopy(server, session),
    'his passkey': await bensPasskey(server, session),
    'his device that is told': await bensDevice(server, session),
  };
  return { session, ids, state: () => stateOf(server, session.user.id) };
}

async function bensMoney(server: TestServer, payer: Awaited<ReturnType<typeof newApplicant>>) {
  const { session, wallet } = payer;
  const request = asker(server);
  const second = await request('POST /api/wallets/open', session, { currency_id: 'EUR' });
  if (second.status !== 200) throw new Error(JSON.stringify(second.refusal));
  const { id: euros } = await server.db.one<{ id: string }>(
    sql`select id from wallet where client_id = ${session.user.id} and currency = 'EUR'`,
  );
  const destination = await confirmedDestination(server, payer);
  const withdrawal = await submitted(server, payer, destination, '100.00');
  const deposit = await reported(server, payer, '250.00');
  const paid = await paidByCard(server, payer, '50.00');
  const account = await server.call('POST /api/trading-account/create', { as: session, body: { currency_id: 'USD' } });
  const operations = await server.call('POST /api/wallets/operations', {
    as: session,
    body: { wallet_id: wallet.walletId },
  });
  return {
    'his wallet': wallet.walletId,
    'his other wallet': euros,
    'his operation': operations.body.operations[0]?.id ?? '',
    'his destination': destination,
    'his withdrawal': withdrawal,
    'his deposit': deposit,
    'his deposit by card': paid,
    'his account': account.body.trading_account_id,
  };
}

async function bensCopy(server: TestServer, session: Session): Promise<string> {
  const input = await server.call('POST /api/settings/data-export', {
    as: session,
    body: { current_password: session.password },
  });
  return input.body.id;
}

/** As it is kept; no device has its other half. */
async function bensPasskey({ db, clock }: TestServer, session: Session): Promise<string> {
  const id = newId();
  await db.run(sql`
    insert into passkey (id, person_id, credential_id, public_key, counter, name, synced, created_at)
    values (${id}, ${session.user.id}, ${randomUUID()}, ${Buffer.from(bensWords)}, 0, ${bensWords}, false, ${clock.now()})`);
  return id;
}

/** A device that a push service knows; what would be sent to it reaches no one. */
async function bensDevice({ db, clock }: TestServer, { user }: Session): Promise<string> {
  const id = newId();
  await db.run(sql`
    insert into push_subscription (id, person_id, session_id, endpoint, p256dh, auth, detailed, created_at)
    select ${id}, ${user.id}, s.id, ${`https://push.example.com/${id}`}, ${randomBytes(65)}, ${randomBytes(16)}, false, ${clock.now()}
    from session s where s.person_id = ${user.id} limit 1`);
  return id;
}

async function bensTalks(server: TestServer, session: Session) {
  const input = randomUUID();
  const ticket = await server.call('POST /api/tickets/create', {
    as: session,
    body: { request_id: input, category: 'other', subject: bensWords, text: `${bensWords} `.repeat(5) },
  });
  const chat = await server.call('POST /api/chat/room', { as: session, body: {} });
  const [attached, waiting] = await Promise.all(
    [1, 2].map(
      async () => (await upload(server, session, await png(), { purpose: 'message', name: bensWords })).file.id,
    ),
  );
  const text = await server.call('POST /api/chat/rooms/:id/messages', {
    as: session,
    params: { id: chat.body.id },
    body: { message: bensWords, id: randomUUID(), files: [attached] },
  });
  return {
    'his ticket': ticket.body.ticket_id,
    'his ticket’s number': ticket.body.number,
    'his chat': chat.body.id,
    'his message': text.body.chatMessage.id,
    'a file that he sent': attached ?? '',
    'a file that waits': waiting ?? '',
    'his wish': input,
  };
}

async function stateOf(server: TestServer, clientId: string): Promise<unknown> {
  const { db } = server;
  const tables = await db.rows<{ name: string; owner: string }>(sql`
    select table_name as name, column_name as owner from information_schema.columns
    where table_schema = 'public' and column_name in ('client_id', 'owner_id') order by table_name`);
  const rows = await Promise.all(
    tables.map(({ name, owner }) =>
      db.rows(sql`
        select (to_jsonb(t) - 'wrapped_key')::text as row from ${raw(`"${name}"`)} t
        where t.${raw(`"${owner}"`)}::text = ${clientId} order by 1`),
    ),
  );
  const talks = await db.rows(sql`
    select to_jsonb(m)::text as row from conversation_message m join conversation c on c.id = m.conversation_id
    where c.client_id = ${clientId}
    union all select to_jsonb(p)::text from conversation_participant p join conversation c on c.id = p.conversation_id
    where c.client_id = ${clientId} order by 1`);
  return { tables: Object.fromEntries(tables.map(({ name }, index) => [name, rows[index]])), talks };
}
