import { fromDecimal, toDecimal } from '#contract/money.ts';
import type { Language } from '#contract/languages.ts';
import type { OverrideKind } from '#contract/override-names.ts';
import type { ClientOverrides } from '#contract/staff-overrides.ts';
import { prove, type Proof } from '#server/auth/second-factor/prove.ts';
import { readAllowance, type Limits } from '#server/payments/limits.ts';
import { readStops } from '#server/payments/stops.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countsAt } from '#server/platform/overrides.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { admit, checkUntil } from './admit.ts';
import { lookAt } from './find.ts';
import { showStop } from './stops.ts';

type Direction = Exclude<OverrideKind, 'trading_accounts'>;

interface Kept extends Limits {
  kind: OverrideKind;
  most: number | null;
  until: string | null;
  reason: string;
  by: string | null;
  at: Date;
}

/** What holds for a client by the rules of the house, and what was set for him instead. @throws Refusal `http.not_found` */
export async function readOverrides(
  app: App,
  me: Client,
  language: Language,
  clientId: string,
): Promise<ClientOverrides> {
  await lookAt(app, me, clientId);
  const at = app.clock.now();
  const kept = await readKept(app.db, clientId, at);
  const stops = await readStops(app.db, clientId, at);
  const own = (kind: OverrideKind) => kept.find((each) => each.kind === kind);
  const { open } = await app.db.one<{ open: number }>(sql`
    select count(*)::int as open from trading_account where client_id = ${clientId} and status <> 'archived'`);
  const accounts = own('trading_accounts');
  const payments = async (kind: Direction) => {
    const { allowed, house } = await readAllowance(app.db, { clientId, kind, at });
    const his = own(kind);
    const stop = stops.find((each) => each.kind === kind);
    return {
      stopped: stop ? showStop(app, language, stop) : null,
      allowed,
      house: inDollars(house),
      own: his ? { ...inDollars(his), ...noted(his) } : null,
    };
  };
  return {
    trading_accounts: {
      house: app.house.value('trading.accounts_per_client'),
      open,
      own: accounts ? { most: accounts.most ?? 0, ...noted(accounts) } : null,
    },
    deposit: await payments('deposit'),
    withdrawal: await payments('withdrawal'),
  };
}

const readKept = (db: Queries, clientId: string, at: Date) =>
  db.rows<Kept>(sql`
    select o.kind, o.most_accounts as most, o.per_operation as "perOperation", o.per_day as "perDay", o.per_month as "perMonth",
           o.until::text as until, o.reason, s.first_name || ' ' || s.second_name as by, o.set_at as at
    from client_override o left join client s on s.id = o.set_by where o.client_id = ${clientId} and ${countsAt(at)}`);

const noted = ({ until, reason, by, at }: Kept) => ({ until, reason, by, at: at.toISOString() });

function inDollars({ perOperation, perDay, perMonth }: Limits) {
  const usd = (cents: bigint | null) => (cents === null ? null : toDecimal(cents, 'USD'));
  return { per_operation: usd(perOperation), per_day: usd(perDay), per_month: usd(perMonth) };
}

interface Setting extends Proof {
  client_id: string;
  until: string | null;
  reason: string;
}

type Dollars = Record<'per_operation' | 'per_day' | 'per_month', string | null>;

/**
 * Sets how much one client may pay in or out, instead of what his level and tier say.
 * @throws Refusal `http.not_found`, `staff.own_profile`; on fields `staff.override_until`, `staff.override_order`; as `prove`
 */
export async function setLimits(
  app: App,
  me: Client,
  { kind, per_operation, per_day, per_month, ...setting }: Setting & Dollars & { kind: Direction },
): Promise<{ status: 'ok' }> {
  const limits = inCents({ per_operation, per_day, per_month });
  return set(app, me, { ...setting, kind, limits, most: null }, () => checkOrder(limits));
}

/**
 * Sets how many trading accounts one client may have. Those that he has beyond it stay.
 * @throws Refusal `http.not_found`, `staff.own_profile`; on `until` `staff.override_until`; as `prove`
 */
export const setAccountLimit = (app: App, me: Client, setting: Setting & { most: number }) =>
  set(app, me, { ...setting, kind: 'trading_accounts', limits: noLimits });

const noLimits: Limits = { perOperation: null, perDay: null, perMonth: null };

function inCents({ per_operation, per_day, per_month }: Dollars): Limits {
  const cents = (usd: string | null) => (usd === null ? null : fromDecimal(usd, 'USD'));
  return { perOperation: cents(per_operation), perDay: cents(per_day), perMonth: cents(per_month) };
}

/** @throws Refusal on the wider one `staff.override_order`, when a shorter span allows more than a longer one */
function checkOrder({ perOperation, perDay, perMonth }: Limits): void {
  const isAbove = (one: bigint | null, other: bigint | null) => other !== null && one !== null && one > other;
  if (isAbove(perOperation, perDay)) throw refuseField('per_day', 'staff.override_order');
  if (isAbove(perDay, perMonth) || isAbove(perOperation, perMonth)) {
    throw refuseField('per_month', 'staff.override_order');
  }
}

type Override = Setting & { kind: OverrideKind; limits: Limits; most: number | null };

async function set(
  app: App,
  me: Client,
  { client_id: clientId, kind, limits, most, until, reason, ...proof }: Override,
  check: () => void = () => {},
): Promise<{ status: 'ok' }> {
  await admit(app.db, me, clientId);
  const at = app.clock.now();
  checkUntil(at, until);
  check();
  await change(app, me, { clientId, kind, reason, proof }, async (tx) => {
    const { perOperation, perDay, perMonth } = limits;
    await tx.run(sql`
      insert into client_override (client_id, kind, most_accounts, per_operation, per_day, per_month, until, reason, set_by, set_at)
      values (${clientId}, ${kind}, ${most}, ${perOperation}, ${perDay}, ${perMonth}, ${until}, ${reason}, ${me.id}, ${at})
      on conflict (client_id, kind) do update
      set most_accounts = excluded.most_accounts, per_operation = excluded.per_operation, per_day = excluded.per_day,
          per_month = excluded.per_month, until = excluded.until, reason = excluded.reason, set_by = excluded.set_by,
          set_at = excluded.set_at`);
    return { act: kind === 'trading_accounts' ? 'staff.set_account_limit' : 'staff.set_limits', own: { until } };
  });
  return { status: 'ok' };
}

/**
 * Lets the rule of the house hold again.
 * @throws Refusal `http.not_found`, `staff.own_profile`; as `prove`; `staff.override_none`
 */
export async function endOverride(
  app: App,
  me: Client,
  { client_id: clientId, kind, reason, ...proof }: Proof & { client_id: string; kind: OverrideKind; reason: string },
): Promise<{ status: 'ok' }> {
  await admit(app.db, me, clientId);
  await change(app, me, { clientId, kind, reason, proof }, async (tx) => {
    const ended = await tx.run(sql`
      delete from client_override o where o.client_id = ${clientId} and o.kind = ${kind} and ${countsAt(app.clock.now())}`);
    if (ended === 0) throw refuse('staff.override_none');
    return { act: 'staff.end_override', own: null };
  });
  return { status: 'ok' };
}

/** Proves who acts, and acts with the client locked, as those do who count what he has done. He is told. */
async function change(
  app: App,
  me: Client,
  of: { clientId: string; kind: OverrideKind; reason: string; proof: Proof },
  act: (tx: Tx) => Promise<{ act: string; own: { until: string | null } | null }>,
): Promise<void> {
  const { clientId, kind, reason, proof } = of;
  const take = await prove(app, me, proof);
  const at = app.clock.now();
  await app.db.tx(async (tx) => {
    await take(tx);
    await tx.run(sql`select from client where id = ${clientId} for no key update`);
    const from = await inWords(tx, clientId, kind, at);
    const done = await act(tx);
    const details = { kind, from, to: await inWords(tx, clientId, kind, at), reason };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: done.act, details });
    await app.outbox.emit(tx, 'clients.limits_changed', { clientId, what: kind, own: done.own });
  });
}

/** What was set, as the audit log keeps it: in dollars each time, in a day and in a month, `–` for no limit. */
async function inWords(tx: Tx, clientId: string, kind: OverrideKind, at: Date): Promise<string> {
  const kept = (await readKept(tx, clientId, at)).find((each) => each.kind === kind);
  if (!kept) return '–';
  const { per_operation, per_day, per_month } = inDollars(kept);
  const values = kind === 'trading_accounts' ? [kept.most] : [per_operation, per_day, per_month];
  return [values.map((value) => value ?? '–').join(' / '), ...(kept.until ? [kept.until] : [])].join(' · ');
}
