import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { of } from '../people.ts';
import { exchange } from '../wire.ts';
import { actionsOfTwo, pathOf, type ActionOfTwo, type Staff } from './acts-of-two.ts';
import { must, newClient, proofOf, signIn, post, type Attack, type Ground } from './ground.ts';

const admin = 'adam.keller@example.com';
const compliance = 'viktor.dahl@example.com';

/** Each call of the contract that can refuse an approver, as the contract itself says. */
const calls = Object.entries<Endpoint>(api)
  .filter(([, { refusals = [] }]) => refusals.includes('approvals.role_new'))
  .map(([name]) => name);

/** The kinds of approvals that the database knows. */
async function kindsOf({ db }: Ground): Promise<string[]> {
  const { text } = await db.one<{ text: string }>(sql`
    select pg_get_functiondef('approver_roles'::regproc)
      || (select pg_get_constraintdef(oid) from pg_constraint where conname = 'approval_request_kind_check') as text`);
  return [...new Set([...text.matchAll(/'(\w+)'/g)].map(([, word = '']) => word))];
}

/** Tables of approvals that no trigger guards. */
async function unguarded({ db }: Ground): Promise<string[]> {
  const found = await db.rows<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables k on (k.table_schema, k.table_name) = (c.table_schema, c.table_name) and k.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.column_name = 'overrule' and not exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.table_name::regclass and t.tgenabled <> 'D' and p.prosrc like '%require_approver%')`);
  return found.map(({ name }) => name);
}

const staffAt = async (ground: Ground, email: string, from?: string): Promise<Staff> => ({
  email,
  who: await signIn(ground, email, from),
});

/** A person who has just become a staff member, through two people as usual. */
async function recruit(ground: Ground): Promise<string> {
  const [one, two] = [await staffAt(ground, admin), await staffAt(ground, compliance)];
  const { email, id } = await newClient(ground);
  const input = { client_id: id, roles: ['compliance', 'finance', 'admin'], reason: 'Begins today.' };
  await must(ground, one.who, '/api/staff/team/roles', { ...input, ...proofOf(admin) });
  const response = await must(ground, one.who, '/api/staff/approvals', { client_id: id });
  const [waiting] = response.approval_requests;
  await must(ground, two.who, '/api/staff/approvals/approve', {
    approval_request_id: waiting?.id,
    ...proofOf(compliance),
  });
  return email;
}

/** One requests, the other approves; returns the response to the other. */
async function approve(ground: Ground, action: ActionOfTwo, author: Staff, other: Staff): Promise<string> {
  const waiting = await action.propose(ground, author);
  const body = { ...waiting, ...(action.proven ? proofOf(other.email) : {}) };
  const { status, code } = await post(ground, other.who, pathOf(action.call), body);
  return status === 200 ? 'approved' : code;
}

/** The guard itself, at the product's time, also for kinds that no action here reaches. */
async function faultOf({ db }: Ground, kind: string, author: Staff, other: Staff): Promise<string> {
  const { fault } = await db.one<{ fault: string | null }>(sql`
    select approval_fault(${kind}, a.id, b.id, now.at, now.at, null) as fault
    from person a, person b, (select max(created_at) as at from audit_entry) now
    where a.email = ${author.email} and b.email = ${other.email}`);
  return fault === null ? 'approved' : `approvals.${fault}`;
}

/** Advances the product's clock by weeks; people who signed in before are signed out by them. */
async function pass(ground: Ground, weeks: number): Promise<void> {
  for (let nth = 0; nth < weeks; nth += 1) {
    const { who } = await staffAt(ground, admin);
    const { body } = await exchange(ground.url, { path: '/api/demo/clock', headers: of(who.browser) });
    const { ahead_ms } = JSON.parse(body.toString()) as { ahead_ms: number };
    await must(ground, who, '/api/demo/clock', { by: 'week', ahead_ms });
  }
}

/** A demo allows two people to act from one machine; the default of other installations is the opposite. */
async function forbidOneNetwork({ db }: Ground): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`alter table setting_version disable trigger user`);
    await tx.run(sql`
      insert into setting_version (id, key, number, was, value, created_at)
      select ${newId()}, key, max(number) + 1, '"mark"', '"forbid"', max(created_at)
      from setting_version where key = 'security.same_network_approvals' group by key`);
    await tx.run(sql`alter table setting_version enable trigger user`);
  });
}

/** The response to each pair, for every action and every kind; a hole where it is anything else. */
async function holesOf(
  ground: Ground,
  name: string,
  pair: [Staff, Staff],
  expected: 'approved' | RefusalCode,
): Promise<string[]> {
  const holes: string[] = [];
  for (const [kind, action] of Object.entries(actionsOfTwo)) {
    const response = await approve(ground, action, ...pair);
    if (response !== expected) holes.push(`${name}: ${kind} by ${action.call} answers ${response}, not ${expected}`);
  }
  for (const kind of await kindsOf(ground)) {
    const response = await faultOf(ground, kind, ...pair);
    if (response !== expected) holes.push(`${name}: the guard says ${response} of ${kind}, not ${expected}`);
  }
  return holes;
}

/** People who do not count as two try to approve what takes two. */
export const tryFreshPairs: Attack = async (ground) => {
  await forbidOneNetwork(ground);
  // Without a second administrator, one of them alone may set what otherwise takes two.
  await recruit(ground);
  await pass(ground, 5);
  const newcomer = await recruit(ground);
  const pair = async (from?: string): Promise<[Staff, Staff]> => [
    await staffAt(ground, admin, from),
    await staffAt(ground, newcomer, from),
  ];
  const holes = await holesOf(ground, 'an approver of some minutes', await pair(), 'approvals.role_new');
  await pass(ground, 2);
  holes.push(...(await holesOf(ground, 'an approver who owes the role', await pair(), 'approvals.owes_role')));
  await pass(ground, 4);
  // The same two, now that they count as two: without this the refusals above would prove nothing.
  holes.push(...(await holesOf(ground, 'two who may', await pair(), 'approved')));
  const home = await pair('198.51.100.77');
  holes.push(...(await holesOf(ground, 'two in one network', home, 'approvals.same_network')));
  const kinds = await kindsOf(ground);
  const reached = new Set<string>(Object.values(actionsOfTwo).map(({ call }) => call));
  for (const table of await unguarded(ground)) holes.push(`no trigger holds approvals in ${table}`);
  for (const call of reached) if (!calls.includes(call)) holes.push(`${call} names no refusal of an approver`);
  const how = `${Object.keys(actionsOfTwo).length} acts over HTTP, and the guard of ${kinds.length} kinds behind ${calls.length} calls`;
  return { tried: `${how}, by four pairs`, holes };
};
