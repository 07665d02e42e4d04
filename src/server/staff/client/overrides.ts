import type { AuditDetails } from '#contract/audit-details.ts';
import type { Language } from '#contract/languages.ts';
import { fromDecimal } from '#contract/money.ts';
import type { OverrideKind, StoppableKind } from '#contract/override-names.ts';
import type { ProposalMatter } from '#contract/approval-request-names.ts';
import type { ClientOverrides } from '#contract/staff-overrides.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { readAllowance, type Limits } from '#server/payments/limits.ts';
import { readStops } from '#server/payments/restrictions.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Force } from '#server/platform/approvals/approval-handlers.ts';
import { propose } from '#server/platform/approvals/request-approval.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { admit, checkUntil } from './admit.ts';
import { lookAt } from './find.ts';
import {
  dropOverride,
  fromJson,
  inDollars,
  inJson,
  inWords,
  keepOverride,
  lockClient,
  loosens,
  readKept,
  type Kept,
  type Override,
} from './store-override.ts';
import { showStop } from './payment-restrictions.ts';

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
  const payments = async (kind: StoppableKind) => {
    const { allowed, house } = await readAllowance(app.db, { clientId, kind, at });
    const his = own(kind);
    const stop = stops.find((each) => each.kind === kind);
    return {
      stopped: stop ? showStop(app, language, stop) : null,
      allowed,
      house: inDollars(house),
      own: his ? { ...inDollars(his.limits), ...noted(his) } : null,
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

const noted = ({ until, reason, by, at }: Kept) => ({ until, reason, by, at: at.toISOString() });

interface Setting extends Proof {
  client_id: string;
  until: string | null;
  reason: string;
}

type Dollars = Record<'per_operation' | 'per_day' | 'per_month', string | null>;
/** What lets him do no more than before counts at once, anything else once somebody else confirms it. */
type Outcome = Promise<{ outcome: 'changed' | 'proposed' }>;

/**
 * Sets how much one client may pay in or out, instead of what his level and tier say.
 * @throws Refusal as `staff.set_limits` lists them
 */
export async function setLimits(
  app: App,
  me: Client,
  { kind, per_operation, per_day, per_month, until, reason, ...who }: Setting & Dollars & { kind: StoppableKind },
): Outcome {
  const limits = inCents({ per_operation, per_day, per_month });
  return set(app, me, who, { kind, limits, most: null, until, reason }, () => checkOrder(limits));
}

/**
 * Sets how many trading accounts one client may have. Those that he has beyond it stay.
 * @throws Refusal as `staff.set_account_limit` lists them
 */
export const setAccountLimit = (
  app: App,
  me: Client,
  { most, until, reason, ...who }: Setting & { most: number },
): Outcome => set(app, me, who, { kind: 'trading_accounts', limits: noLimits, most, until, reason });

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

async function set(
  app: App,
  me: Client,
  who: Proof & { client_id: string },
  wish: Override,
  check: () => void = () => {},
): Outcome {
  await admit(app.db, me, who.client_id);
  checkUntil(app.clock.now(), wish.until);
  check();
  return change(app, me, { ...who, ...wish }, wish);
}

/**
 * Lets the rule of the house hold again.
 * @throws Refusal as `staff.end_override` lists them
 */
export async function endOverride(
  app: App,
  me: Client,
  body: Proof & { client_id: string; kind: OverrideKind; reason: string },
): Outcome {
  await admit(app.db, me, body.client_id);
  return change(app, me, body, null);
}

/**
 * Proves who acts, and acts with the client locked, as those do who count what he has done. What counts at once he is told;
 * what lets him do more is put before somebody else.
 */
async function change(
  app: App,
  me: Client,
  of: Proof & { client_id: string; kind: OverrideKind; reason: string },
  wish: Override | null,
): Outcome {
  const { client_id: clientId, kind, reason } = of;
  const take = await prove(app, me, of);
  return app.db.tx(async (tx) => {
    await take(tx);
    await lockClient(tx, clientId);
    const at = app.clock.now();
    const held = (await readKept(tx, clientId, at)).find((each) => each.kind === kind);
    if (!wish && !held) throw refuse('staff.override_none');
    if (await loosens(tx, { clientId, kind, at }, wish)) {
      const matter = { kind: 'limits', key: kind, clientId } as const;
      const details = { kind, from: inWords(held), to: inWords(wish) };
      await propose(app, tx, me, { matter, value: inJson(wish), reason, details });
      return { outcome: 'proposed' };
    }
    if (wish) await keepOverride(tx, { ...wish, clientId, setBy: me.id, at, proposalId: null });
    else await dropOverride(tx, { clientId, kind, at });
    await tellSet(app, tx, me, { clientId, kind, held, wish, details: { reason } });
    return { outcome: 'changed' };
  });
}

/** Limits that two have agreed on. */
export const limitsForce = (app: App): Force => ({
  async enforce(tx, me, { id, matter, value, reason, authorId, author, mark }, at) {
    const { clientId, key: kind } = matter as Extract<ProposalMatter, { kind: 'limits' }>;
    const wish = fromJson(kind, reason, value);
    if (wish?.until != null && wish.until < at.toISOString().slice(0, 10)) throw refuse('proposals.outdated');
    const held = (await readKept(tx, clientId, at)).find((each) => each.kind === kind);
    await (wish
      ? keepOverride(tx, { ...wish, clientId, setBy: authorId, at, proposalId: id })
      : dropOverride(tx, { clientId, kind, at }));
    await tellSet(app, tx, me, { clientId, kind, held, wish, details: { reason, proposed_by: author, ...mark } });
  },
});

interface Set {
  clientId: string;
  kind: OverrideKind;
  held: Kept | undefined;
  wish: Override | null;
  details: AuditDetails;
}

/** Writes down what holds from now on, and tells the client. */
async function tellSet(app: App, tx: Tx, me: Client, { clientId, kind, held, wish, details }: Set): Promise<void> {
  const set = kind === 'trading_accounts' ? 'staff.set_account_limit' : 'staff.set_limits';
  await writeAudit(tx, app.clock, {
    actorId: me.id,
    clientId,
    act: wish ? set : 'staff.end_override',
    details: { kind, from: inWords(held), to: inWords(wish), ...details },
  });
  await app.outbox.emit(tx, 'clients.limits_changed', { clientId, what: kind, own: wish && { until: wish.until } });
}
