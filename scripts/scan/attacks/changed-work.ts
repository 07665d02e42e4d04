import { secured } from '#server/platform/secrets/row-macs.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { actionsOfTwo, pathOf } from './acts-of-two.ts';
import { must, newClient, proofOf, signIn, post, type Ground } from './ground.ts';

const admin = 'adam.keller@example.com';
const compliance = 'viktor.dahl@example.com';
const finance = 'ines.moreau@example.com';

/** As the owner of the tables, whom no trigger stops. */
export async function force(db: Db, statements: Sql[]): Promise<void> {
  const names = Object.values(secured).map(({ table }) => table);
  await db.tx(async (tx) => {
    for (const name of names) await tx.run(sql`alter table ${name} disable trigger user`);
    for (const statement of statements) await tx.run(statement);
    for (const name of names) await tx.run(sql`alter table ${name} enable trigger user`);
  });
}

/**
 * One requests something, a change in the database makes it more, and another approves what they take for the
 * colleague's request.
 */
const approvesChanged =
  (action: keyof typeof actionsOfTwo, second: string, change: (id: string) => Sql) =>
  async (ground: Ground): Promise<boolean> => {
    const { call, proven, propose } = actionsOfTwo[action] ?? {};
    if (!call || !propose) throw new Error(`no act of two is called ${action}`);
    const waiting = await propose(ground, { email: admin, who: await signIn(ground, admin) });
    const id = Object.values(waiting as Record<string, string>)[0] ?? '';
    await force(ground.db, [change(id)]);
    const body = { ...waiting, overrule: 'We share an office.', ...(proven ? proofOf(second) : {}) };
    return (await post(ground, await signIn(ground, second), pathOf(call), body)).status === 200;
  };

/** A withdrawal of the demo that is pending with staff, whose destination gets another account number. */
async function paysElsewhere(ground: Ground): Promise<boolean> {
  const found = await ground.db.maybeOne<{ id: string; destination: string }>(sql`
    select id, destination_id as destination from payment
    where kind = 'withdrawal' and state in ('submitted', 'in_review') and approvals_needed = 1 order by id limit 1`);
  if (!found) throw new Error('no withdrawal waits, so nothing was tried');
  const who = await signIn(ground, finance);
  await must(ground, who, '/api/staff/payments/assign', { payment_id: found.id });
  await force(ground.db, [
    sql`update payment_destination set account = 'DE89370400440532013000' where id = ${found.destination}`,
  ]);
  return (await post(ground, who, '/api/staff/payments/approve', { payment_id: found.id })).status === 200;
}

/** The attacker's own terminal, pointed at the account of another client. */
async function tradesForAnother(ground: Ground): Promise<boolean> {
  const forger = await newClient(ground);
  const opened = await must(ground, forger, '/api/trading-account/create', { currency_id: 'USD' });
  const of = { trading_account_id: opened.trading_account_id };
  const { link } = await must(ground, forger, '/api/trading-account/autologin', of);
  const token = link.split('/').at(-1);
  const { session } = await must(ground, forger, '/api/paper/session', { token });
  const state = () => post(ground, forger, '/api/paper/state', {}, { 'x-platform-session': session });
  if ((await state()).status !== 200) throw new Error('an honest terminal is not honoured, so nothing was tried');
  await force(ground.db, [
    sql`
      update paper_session s set account = t.number, client_id = t.client_id
      from (select t.number, t.client_id from trading_account t join person c on c.id = t.client_id
            where t.status = 'active' and c.blocked_at is null and c.frozen_at is null and t.client_id <> ${forger.id} limit 1) t
      where s.client_id = ${forger.id}`,
  ]);
  return (await state()).status === 200;
}

/** Rows by which a person acts or is paid, each with what its change would bring. */
export const changedWork: Record<string, (ground: Ground) => Promise<boolean>> = {
  'whose terminal it is': tradesForAnother,
  'a level that a colleague proposed': approvesChanged(
    'level',
    compliance,
    (id) => sql`update approval_request set value = '4' where id = ${id}`,
  ),
  'an adjustment that a colleague proposed': approvesChanged(
    'payment',
    finance,
    (id) => sql`update payment set amount = amount * 2 where id = ${id}`,
  ),
  'the account of a destination': paysElsewhere,
};
