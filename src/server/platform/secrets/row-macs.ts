import type { Queries, Tx } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { isMacOf, macOf, type Secrets } from './token.ts';

/** A table whose rows have a MAC, under the alias that its columns have in every query that checks them. */
interface Secured {
  table: Sql;
  alias: Sql;
  /** How reports to the operator of the installation name a row. */
  key: Sql;
  /** The person it belongs to. */
  owner: Sql;
  /** What is joined to the row, where its meaning depends on another table. */
  joined?: Sql;
  /** The columns that the MAC covers, in one spelling: a JSON array as PostgreSQL writes it, with times in seconds. */
  content: Sql;
  /** The same without what the MACs of older rows do not cover. What was added to such a row only restricts it. */
  former?: (content: string) => string;
  /** The rows that were not ended; some are too old to be valid. */
  open: Sql;
}

/** Of a session that ends at a time: a use of the session moves its end. */
export const sessionContent = (expiresAt: Sql): Sql => sql`
  jsonb_build_array(s.id, s.person_id, encode(s.token_hash, 'hex'), s.issued_by, s.staff_sign_in_id, encode(s.public_key, 'hex'), extract(epoch from ${expiresAt}),
    extract(epoch from s.ends_at), extract(epoch from s.idle), encode(s.binding_hash, 'hex'), extract(epoch from s.binding_until),
    encode(s.former_binding_hash, 'hex'), extract(epoch from s.former_binding_until), extract(epoch from s.proven_at), s.key_networks)::text`;

/**
 * What the MACs cover: everything about a person that decides their rights and their ways to sign in, their name, by which money is paid out, and for each row
 * that represents a person its owner and its secret. The trigger `person_drop_mac` repeats the columns of `person`.
 */
export const secured = {
  person: {
    table: sql`person`,
    alias: sql`c`,
    key: sql`c.id::text`,
    owner: sql`c.id`,
    content: sql`
      (jsonb_build_array(c.id, c.first_name, c.second_name, c.email, extract(epoch from c.email_verified_at), extract(epoch from c.email_disputed_at), c.confirms_first, c.password_hash,
        c.roles, c.roles_approval_request_id, c.role_requests, c.verification_level, c.level_override, extract(epoch from c.blocked_at),
        extract(epoch from c.frozen_at), extract(epoch from c.closed_at), extract(epoch from c.readmitted_at), extract(epoch from c.second_factor_at), extract(epoch from c.security_changed_at))
        || case when c.risk_rating is null then '[]'::jsonb else jsonb_build_array(c.risk_rating) end)::text`,
    open: sql`true`,
  },
  session: {
    table: sql`session`,
    alias: sql`s`,
    key: sql`s.id::text`,
    owner: sql`s.person_id`,
    content: sessionContent(sql`s.expires_at`),
    open: sql`s.revoked_at is null`,
  },
  one_time_token: {
    table: sql`one_time_token`,
    alias: sql`t`,
    key: sql`left(encode(t.hash, 'hex'), 16)`,
    owner: sql`t.person_id`,
    content: sql`
      jsonb_build_array(encode(t.hash, 'hex'), t.purpose, t.person_id, t.email, t.issued_by, t.key_id, extract(epoch from t.expires_at))::text`,
    open: sql`t.used_at is null and t.voided_at is null`,
  },
  operator_key_secret: {
    table: sql`operator_key_secret`,
    alias: sql`s`,
    key: sql`k.name`,
    owner: sql`k.created_by`,
    joined: sql`join operator_key k on k.id = s.key_id`,
    content: sql`
      jsonb_build_array(encode(s.hash, 'hex'), s.key_id, k.scopes, k.addresses, k.created_by, extract(epoch from k.ends_at))::text`,
    open: sql`k.revoked_at is null`,
  },
  passkey: {
    table: sql`passkey`,
    alias: sql`p`,
    key: sql`p.id::text`,
    owner: sql`p.person_id`,
    content: sql`jsonb_build_array(p.id, p.person_id, p.credential_id, encode(p.public_key, 'hex'))::text`,
    open: sql`p.revoked_at is null`,
  },
  recovery_code: {
    table: sql`recovery_code`,
    alias: sql`r`,
    key: sql`r.label::text`,
    owner: sql`r.person_id`,
    content: sql`jsonb_build_array(r.person_id, r.label, r.hash)::text`,
    open: sql`r.used_at is null`,
  },
  email_change: {
    table: sql`email_change`,
    alias: sql`e`,
    key: sql`e.id::text`,
    owner: sql`e.person_id`,
    content: sql`jsonb_build_array(e.id, e.person_id, e.email, e.requested_by)::text`,
    open: sql`e.confirmed_at is null and e.ended_at is null`,
  },
  sign_in_challenge: {
    table: sql`sign_in_challenge`,
    alias: sql`h`,
    key: sql`left(encode(h.hash, 'hex'), 16)`,
    owner: sql`h.person_id`,
    content: sql`jsonb_build_array(encode(h.hash, 'hex'), h.id, h.person_id, h.needs_email_code, h.issued_by, h.staff_sign_in_id)::text`,
    open: sql`true`,
  },
  staff_identity: {
    table: sql`staff_identity`,
    alias: sql`i`,
    key: sql`i.id::text`,
    owner: sql`i.person_id`,
    content: sql`jsonb_build_array(i.id, i.person_id, i.issuer, i.subject, extract(epoch from i.removed_at))::text`,
    open: sql`true`,
  },
  staff_sign_in: {
    table: sql`staff_sign_in`,
    alias: sql`g`,
    key: sql`g.id::text`,
    owner: sql`i.person_id`,
    joined: sql`join staff_identity i on i.id = g.identity_id`,
    content: sql`jsonb_build_array(g.id, g.identity_id, g.sid, extract(epoch from g.created_at))::text`,
    open: sql`true`,
  },
  platform_token: {
    table: sql`platform_token`,
    alias: sql`p`,
    key: sql`left(encode(p.hash, 'hex'), 16)`,
    owner: sql`p.client_id`,
    content: sql`
      jsonb_build_array(encode(p.hash, 'hex'), p.account_id, p.client_id, p.session_id, extract(epoch from p.expires_at))::text`,
    open: sql`p.used_at is null`,
  },
  paper_session: {
    table: sql`paper_session`,
    alias: sql`q`,
    key: sql`q.id::text`,
    owner: sql`q.client_id`,
    content: sql`
      jsonb_build_array(q.id, encode(q.token_hash, 'hex'), encode(q.binding_hash, 'hex'), q.account, q.client_id, q.opened_by,
        extract(epoch from q.expires_at))::text`,
    open: sql`q.revoked_at is null`,
  },
  // For what takes two people: the first person's entry, and the approval. A withdrawal is sent by its approval, how long
  // a person has held a role follows from the requests about their roles, and terms of offerings are checked by theirs.
  approval_request: {
    table: sql`approval_request`,
    alias: sql`r`,
    key: sql`r.id::text`,
    owner: sql`r.author_id`,
    content: sql`
      jsonb_build_array(r.id, r.kind, r.key, r.action, r.client_id, r.was, r.value, r.reason, r.author_id, extract(epoch from r.created_at),
        extract(epoch from r.expires_at),
        case when r.state = 'approved' then jsonb_build_array(r.decided_by, extract(epoch from r.decided_at), r.alone_usd) end)::text`,
    open: sql`r.state in ('open', 'approved') or r.kind = 'role'`,
  },
  // A deposit is credited with what arrived, which staff enter; its announced amount is worth nothing.
  payment: {
    table: sql`payment`,
    alias: sql`p`,
    key: sql`p.id::text`,
    owner: sql`p.client_id`,
    content: sql`
      (jsonb_build_array(p.id, p.kind, p.client_id, p.wallet_id, p.currency, p.method, p.takes, p.category, p.reverses, p.destination_id,
        p.source, p.reference, p.created_by, extract(epoch from p.created_at),
        case when p.kind <> 'deposit' then jsonb_build_array(p.amount, p.fee) end)
        || case when p.refunds_id is null then '[]'::jsonb else jsonb_build_array(p.refunds_id) end
        || case when p.other_payer then jsonb_build_array('other_payer') else '[]'::jsonb end
        || case when p.key_id is null then '[]'::jsonb else jsonb_build_array('key', p.key_id) end)::text`,
    // Of programs before 0075, which named the keys of some.
    former: (content) => content.replace(/, "key", "[0-9a-f-]{36}"\]$/, ']'),
    open: sql`true`,
  },
  // A rule approves in the place of a person.
  automatic_approval: {
    table: sql`automatic_approval`,
    alias: sql`n`,
    key: sql`n.payment_id::text`,
    owner: sql`n.client_id`,
    content: sql`
      jsonb_build_array(n.payment_id, n.client_id, n.version_id, n.rule, n.missed, n.amount, n.usd, extract(epoch from n.at))::text`,
    open: sql`true`,
  },
  payment_destination: {
    table: sql`payment_destination`,
    alias: sql`d`,
    key: sql`d.id::text`,
    owner: sql`d.client_id`,
    content: sql`
      jsonb_build_array(d.id, d.client_id, d.method, d.scheme, d.country, d.account, d.details, d.fingerprint, d.holder, d.bank,
        extract(epoch from d.confirmed_at))::text`,
    open: sql`true`,
  },
  // Whose the money is that arrives there.
  payment_client_iban: {
    table: sql`payment_client_iban`,
    alias: sql`n`,
    key: sql`n.iban`,
    owner: sql`n.client_id`,
    content: sql`jsonb_build_array(n.iban, n.currency, n.client_id, extract(epoch from n.assigned_at))::text`,
    open: sql`true`,
  },
  // An open hit, or a confirmed one of a sanctions list, stops the payments of its client.
  screening_hit: {
    table: sql`screening_hit`,
    alias: sql`h`,
    key: sql`h.id::text`,
    owner: sql`h.client_id`,
    content: sql`
      jsonb_build_array(h.id, h.client_id, h.subject, h.entity_id, h.kind, encode(h.entity_hash, 'hex'), h.state, h.decided_by,
        extract(epoch from h.decided_at), h.approval_request_id, extract(epoch from h.superseded_at))::text`,
    open: sql`true`,
  },
  setting_version: {
    table: sql`setting_version`,
    alias: sql`v`,
    key: sql`v.key || ' ' || v.number`,
    owner: sql`coalesce(v.approved_by, v.by_id, (select finished_by from setup_state))`,
    content: sql`
      jsonb_build_array(v.id, v.key, v.number, v.was, v.value, v.by_id, v.reason, v.approval_request_id, v.approved_by,
        extract(epoch from v.created_at))::text`,
    open: sql`true`,
  },
  connection: {
    table: sql`connection`,
    alias: sql`j`,
    key: sql`j.id::text`,
    owner: sql`j.created_by`,
    content: sql`jsonb_build_array(j.id, j.port, j.adapter, j.hook_path, j.state, j.value, j.draft, j.version, j.probe)::text`,
    open: sql`j.state <> 'removed'`,
  },
} satisfies Record<string, Secured>;

export type SecuredTable = keyof typeof secured;

/** The columns of a row by which `isIntact` decides whether the program has written it. */
export interface RowMac {
  content: string;
  mac: Buffer | null;
}

/** Of a row under its alias. */
export const macColumns = (table: SecuredTable): Sql =>
  sql`${secured[table].content} as content, ${secured[table].alias}.security_mac as mac`;

/** The same of a second row that the query joins, such as the person of a session. */
export const joinedMacColumns = (table: SecuredTable): Sql =>
  sql`${secured[table].content} as "joinedContent", ${secured[table].alias}.security_mac as "joinedMac"`;

export interface TwoMacs extends RowMac {
  joinedContent: string;
  joinedMac: Buffer | null;
}

/** Whether the row is as the program wrote it, under the present secret or, during a rotation, the former one. */
export function isIntact(secrets: Secrets, table: SecuredTable, { content, mac }: RowMac): boolean {
  const { former }: Secured = secured[table];
  const contents = new Set([content, former?.(content) ?? content]);
  return [...contents].some((each) => isMacOf(secrets, table, each, mac));
}

export type FoundRow = RowMac & { ctid: string };

export const from = (table: SecuredTable): Sql => {
  const { table: name, alias, joined }: Secured = secured[table];
  return joined ? sql`${name} ${alias} ${joined}` : sql`${name} ${alias}`;
};

const columns = (table: SecuredTable): Sql => sql`${secured[table].alias}.ctid::text as "ctid", ${macColumns(table)}`;

/** Each row gets its MAC under this secret. */
export async function writeMacs(
  db: Pick<Queries, 'run'>,
  table: SecuredTable,
  rows: readonly FoundRow[],
  secret: string,
): Promise<void> {
  const macs = rows.map(({ ctid, content }) => ({ ctid, mac: macOf(secret, table, content) }));
  if (macs.length > 0) await write(db, table, macs);
}

async function write(
  db: Pick<Queries, 'run'>,
  table: SecuredTable,
  macs: readonly { ctid: string; mac: Buffer }[],
): Promise<void> {
  const { table: name, alias } = secured[table];
  await db.run(sql`
    update ${name} ${alias} set security_mac = given.mac
    from unnest(${macs.map(({ ctid }) => ctid)}::tid[], ${macs.map(({ mac }) => mac)}::bytea[]) given (place, mac) where ${alias}.ctid = given.place`);
}

/** Of a row that was not intact before it was changed: no MAC is empty, so it stays refused. */
const never = Buffer.alloc(0);

/** The rows that a transaction has announced to change, and whether they were intact before. */
const announced = new WeakMap<Tx, Map<string, boolean>>();

function announcedIn(tx: Tx): Map<string, boolean> {
  const known = announced.get(tx) ?? new Map<string, boolean>();
  announced.set(tx, known);
  return known;
}

/**
 * Locks a row and checks it before secured columns of it are changed; when the transaction commits, the row gets the
 * MAC of its new content. A row that was not intact before gets none, so that no honest change makes a forged row
 * valid.
 * @param key the value of its primary key
 */
export async function openRow(tx: Tx, secrets: Secrets, table: SecuredTable, key: string, where: Sql): Promise<void> {
  const known = announcedIn(tx);
  const name = `${table} ${key}`;
  if (known.has(name)) return;
  const row = await tx.maybeOne<FoundRow>(sql`
    select ${columns(table)} from ${from(table)} where ${where} for no key update of ${secured[table].alias}`);
  if (!row) return;
  const wasIntact = isIntact(secrets, table, row);
  known.set(name, wasIntact);
  tx.beforeCommit(() => closeRow(tx, secrets, table, where, wasIntact));
}

/** The row that the caller inserts in this transaction, which may change it further, gets its MAC when that commits. */
export function signAtCommit(tx: Tx, secrets: Secrets, table: SecuredTable, key: string, where: Sql): void {
  announcedIn(tx).set(`${table} ${key}`, true);
  tx.beforeCommit(() => closeRow(tx, secrets, table, where, true));
}

async function closeRow(tx: Tx, secrets: Secrets, table: SecuredTable, where: Sql, wasIntact: boolean): Promise<void> {
  const row = await tx.maybeOne<FoundRow>(sql`select ${columns(table)} from ${from(table)} where ${where}`);
  if (!row || isIntact(secrets, table, row)) return;
  const mac = wasIntact ? macOf(secrets.appSecret, table, row.content) : never;
  tx.atCommit((last) => write(last, table, [{ ctid: row.ctid, mac }]));
}

/** Before the secured columns of a person are changed. */
export const openPerson = (tx: Tx, secrets: Secrets, clientId: string): Promise<void> =>
  openRow(tx, secrets, 'person', clientId, sql`c.id = ${clientId}`);

/** Writes the MACs of rows that the caller has just inserted in this transaction, and of no others. */
export async function signNewRow(
  tx: Pick<Queries, 'rows' | 'run'>,
  secrets: Secrets,
  table: SecuredTable,
  where: Sql,
): Promise<void> {
  const rows = await tx.rows<FoundRow>(sql`
    select ${columns(table)} from ${from(table)} where ${where} and ${secured[table].alias}.security_mac is null`);
  await writeMacs(tx, table, rows, secrets.appSecret);
}

/** The same of a person, who may be changed further in the transaction. */
export async function signNewPerson(tx: Tx, secrets: Secrets, clientId: string): Promise<void> {
  await signNewRow(tx, secrets, 'person', sql`c.id = ${clientId}`);
  await openPerson(tx, secrets, clientId);
}

/**
 * Whether this transaction found a person intact before it changed them; undefined when it has not announced a change.
 */
export const personFoundIntact = (tx: Tx, clientId: string): boolean | undefined =>
  announced.get(tx)?.get(`person ${clientId}`);
