import type { App } from '#server/platform/app.ts';
import { writeAuditEach } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { insertWallets } from '#server/wallets/insert-wallet.ts';
import { postOpening } from '../opening-balance.ts';
import { runNumber, type LockedRun } from '../run-row.ts';
import type { NewRow } from '../subject.ts';
import type { ClientRow } from './read-client.ts';

/** Of a person: whether clients may be given to them. */
export const mayManage = sql`roles && array['support', 'compliance', 'finance', 'admin'] and blocked_at is null`;

/**
 * Creates the clients of these rows with wallets, opening balances, tags and manager.
 * @returns the numbers of the rows whose address a person has by now, who are not created
 */
export async function createClients(
  app: App,
  tx: Tx,
  run: LockedRun,
  rows: readonly NewRow<ClientRow>[],
  passwordHash: string,
): Promise<Set<number>> {
  await lockManagers(tx, rows);
  const people = rows.map((row) => ({ ...row, id: newId() }));
  const made = await insertPeople(app, tx, run, people, passwordHash);
  const clients = people.filter(({ id }) => made.has(id));
  await insertImported(app, tx, run, clients);
  await openBalances(app, tx, run, clients);
  await insertTags(app, tx, run, clients);
  await insertManagers(app, tx, clients);
  await recordClients(app, tx, run, clients);
  return new Set(people.filter(({ id }) => !made.has(id)).map(({ number }) => number));
}

type Client = NewRow<ClientRow> & { id: string };

async function insertPeople(
  app: App,
  tx: Tx,
  run: LockedRun,
  people: readonly Client[],
  passwordHash: string,
): Promise<Set<string>> {
  const of = <Value>(pick: (content: ClientRow) => Value) => people.map(({ content }) => pick(content));
  const made = await tx.rows<{ id: string }>(sql`
    insert into person (id, email, password_hash, first_name, second_name, phone, address, country, language, brand,
                        verification_level, level_override, level_approval_request_id, created_at)
    select id, email, ${passwordHash}, first_name, second_name, phone, address, country, language, brand,
           coalesce(level, 0), level, case when level is not null then ${run.approvalRequestId}::uuid end, ${app.clock.now()}
    from unnest(${people.map(({ id }) => id)}::uuid[], ${of(({ email }) => email)}::text[], ${of((row) => row.first_name)}::text[],
                ${of((row) => row.second_name)}::text[], ${of(({ phone }) => phone)}::text[], ${of(({ address }) => address)}::text[],
                ${of(({ country }) => country)}::text[], ${of(({ language }) => language)}::text[],
                ${of(({ brand }) => brand)}::uuid[], ${of(({ level }) => level)}::int[])
      as fresh (id, email, first_name, second_name, phone, address, country, language, brand, level)
    on conflict (email) do nothing
    returning id`);
  const ids = made.map(({ id }) => id);
  await signNewRow(tx, app.config, 'person', sql`c.id = any(${ids}::uuid[])`);
  return new Set(ids);
}

const insertImported = (app: App, tx: Tx, run: LockedRun, clients: readonly Client[]) =>
  tx.run(sql`
    insert into imported_client (client_id, outside_id, run_id, row_number, balances, created_at)
    select id, outside_id, ${run.id}, number, balances, ${app.clock.now()}
    from unnest(${clients.map(({ id }) => id)}::uuid[], ${clients.map(({ content }) => content.outside_id)}::text[],
                ${clients.map(({ number }) => number)}::int[], ${clients.map(({ content }) => JSON.stringify(content.balances))}::jsonb[])
      as fresh (id, outside_id, number, balances)`);

const mainCurrency = 'USD';

async function openBalances(app: App, tx: Tx, run: LockedRun, clients: readonly Client[]): Promise<void> {
  const at = app.clock.now();
  const wallets = clients.flatMap(({ id: clientId, content }) =>
    [...new Set([mainCurrency, ...Object.keys(content.balances)])].map((currency) => ({
      clientId,
      kind: currency === mainCurrency ? ('main' as const) : ('currency' as const),
      currency,
    })),
  );
  const opened = await insertWallets(tx, app, wallets);
  const accountOf = new Map(wallets.map((wallet, index) => [`${wallet.clientId} ${wallet.currency}`, opened[index]]));
  await postOpening(
    tx,
    run,
    clients.map(({ id, number, content }) => ({
      number,
      balances: Object.entries(content.balances).map(([currency, minor]) => ({
        account: accountOf.get(`${id} ${currency}`)?.available ?? '',
        currency,
        minor: BigInt(minor),
      })),
    })),
    at,
  );
}

async function insertTags(app: App, tx: Tx, run: LockedRun, clients: readonly Client[]): Promise<void> {
  const tags = clients.flatMap(({ id, content }) => content.tags.map((tag) => ({ id, tag })));
  await tx.run(sql`
    insert into client_tag (client_id, tag, author_id, created_at)
    select id, tag, ${run.createdBy}, ${app.clock.now()}
    from unnest(${tags.map(({ id }) => id)}::uuid[], ${tags.map(({ tag }) => tag)}::text[]) as given (id, tag)`);
}

/** Before their clients are there, in the order in which every action locks people. */
const lockManagers = (tx: Tx, rows: readonly NewRow<ClientRow>[]) =>
  tx.run(sql`
    select from person where email = any(${[...new Set(rows.flatMap(({ content }) => content.manager ?? []))]}::text[])
    order by id for no key update`);

/** A manager who has left since the check is left out, as for a client whose manager leaves. */
async function insertManagers(app: App, tx: Tx, clients: readonly Client[]): Promise<void> {
  const managed = clients.filter(({ content }) => content.manager !== null);
  await tx.run(sql`
    insert into client_manager (client_id, manager_id, since)
    select given.id, m.id, ${app.clock.now()}
    from unnest(${managed.map(({ id }) => id)}::uuid[], ${managed.map(({ content }) => content.manager)}::text[]) as given (id, email)
    join person m on m.email = given.email and ${mayManage}`);
}

/** With the level of each, which the proof of people follows from the audit log. */
async function recordClients(app: App, tx: Tx, run: LockedRun, clients: readonly Client[]): Promise<void> {
  for (const level of new Set(clients.map(({ content }) => content.level))) {
    const details = { import: runNumber(run.number), ...(level !== null && { level: String(level) }) };
    await writeAuditEach(
      tx,
      app.clock,
      { actorId: run.createdBy, action: 'imports.client', details },
      clients.filter(({ content }) => content.level === level).map(({ id }) => id),
    );
  }
}
