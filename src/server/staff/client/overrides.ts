import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { fromDecimal } from '#contract/kernel/money.ts';
import type { OverrideKind, RestrictableKind } from '#contract/staff/override-names.ts';
import type { ApprovalSubject } from '#contract/approvals/request-names.ts';
import type { ClientOverrides } from '#contract/staff/overrides.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { readAllowance, type Limits } from '#server/payments/limits.ts';
import { readRestrictions } from '#server/payments/restrictions.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { admit, checkUntil } from './admit.ts';
import { viewClient } from './find.ts';
import {
  dropOverride,
  fromJson,
  inDollars,
  inJson,
  inWords,
  storeOverride,
  lockClient,
  loosens,
  readStored,
  type Stored,
  type Override,
} from './store-override.ts';
import { showRestriction } from './payment-restrictions.ts';

/**
 * The operator's rules for a client, and what was set for this client instead.
 * @throws Refusal `http.not_found`
 */
export async function readOverrides(
  app: App,
  me: Person,
  language: Language,
  clientId: string,
): Promise<ClientOverrides> {
  await viewClient(app, me, clientId);
  const at = app.clock.now();
  const stored = await readStored(app.db, clientId, at);
  const restrictions = await readRestrictions(app.db, clientId, at);
  const own = (kind: OverrideKind) => stored.find((each) => each.kind === kind);
  const { open } = await app.db.one<{ open: number }>(sql`
    select count(*)::int as open from trading_account where client_id = ${clientId} and status <> 'archived'`);
  const accounts = own('trading_accounts');
  const payments = async (kind: RestrictableKind) => {
    const { allowed, settings: operator_default } = await readAllowance(app.db, { clientId, kind, at });
    const override = own(kind);
    const restriction = restrictions.find((each) => each.kind === kind);
    return {
      restricted: restriction ? showRestriction(app, language, restriction) : null,
      allowed,
      operator_default: inDollars(operator_default),
      own: override ? { ...inDollars(override.limits), ...noted(override) } : null,
    };
  };
  return {
    trading_accounts: {
      operator_default: app.settings.value('trading.accounts_per_client'),
      open,
      own: accounts ? { max: accounts.max ?? 0, ...noted(accounts) } : null,
    },
    deposit: await payments('deposit'),
    withdrawal: await payments('withdrawal'),
  };
}

const noted = ({ until, reason, by, at }: Stored) => ({ until, reason, by, at: at.toISOString() });

interface Setting extends Proof {
  client_id: string;
  until: string | null;
  reason: string;
}

type Dollars = Record<'per_operation' | 'per_day' | 'per_month', string | null>;
/** A change that allows the client no more takes effect at once, any other once another person confirms it. */
type Outcome = Promise<{ outcome: 'changed' | 'proposed' }>;

/**
 * Sets how much one client may deposit or withdraw, instead of what their level and tier allow.
 * @throws Refusal as `staff.set_limits` lists them
 */
export async function setLimits(
  app: App,
  me: Person,
  { kind, per_operation, per_day, per_month, until, reason, ...who }: Setting & Dollars & { kind: RestrictableKind },
): Outcome {
  const limits = inCents({ per_operation, per_day, per_month });
  return set(app, me, who, { kind, limits, max: null, until, reason }, () => checkOrder(limits));
}

/**
 * Sets how many trading accounts one client may have. Accounts beyond it stay.
 * @throws Refusal as `staff.set_account_limit` lists them
 */
export const setAccountLimit = (
  app: App,
  me: Person,
  { max, until, reason, ...who }: Setting & { max: number },
): Outcome => set(app, me, who, { kind: 'trading_accounts', limits: noLimits, max, until, reason });

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
  me: Person,
  who: Proof & { client_id: string },
  input: Override,
  check: () => void = () => {},
): Outcome {
  await admit(app.db, me, who.client_id);
  checkUntil(app.clock.now(), input.until);
  check();
  return change(app, me, { ...who, ...input }, input);
}

/**
 * Applies the operator's rule again.
 * @throws Refusal as `staff.end_override` lists them
 */
export async function endOverride(
  app: App,
  me: Person,
  body: Proof & { client_id: string; kind: OverrideKind; reason: string },
): Outcome {
  await admit(app.db, me, body.client_id);
  return change(app, me, body, null);
}

/**
 * Proves who acts, and acts with the client locked, as every call that counts the client's operations does. The client
 * is notified of a change that takes effect at once; one that allows more becomes an approval request.
 */
async function change(
  app: App,
  me: Person,
  of: Proof & { client_id: string; kind: OverrideKind; reason: string },
  input: Override | null,
): Outcome {
  const { client_id: clientId, kind, reason } = of;
  const take = await prove(app, me, of);
  return app.db.tx(async (tx) => {
    await take(tx);
    await lockClient(tx, clientId);
    const at = app.clock.now();
    const held = (await readStored(tx, clientId, at)).find((each) => each.kind === kind);
    if (!input && !held) throw refuse('staff.override_none');
    if (await loosens(tx, { clientId, kind, at }, input)) {
      const subject = { kind: 'limits', key: kind, clientId } as const;
      const details = { kind, from: inWords(held), to: inWords(input) };
      await requestApproval(app, tx, me, { subject, value: inJson(input), reason, details });
      return { outcome: 'proposed' };
    }
    if (input) await storeOverride(tx, { ...input, clientId, setBy: me.id, at, approvalRequestId: null });
    else await dropOverride(tx, { clientId, kind, at });
    await notifyOverrideSet(app, tx, me, { clientId, kind, held, input, details: { reason } });
    return { outcome: 'changed' };
  });
}

/** Limits that two have agreed on. */
export const limitsApproval = (app: App): ApprovalHandler => ({
  async apply(tx, me, { id, subject, value, reason, authorId, author, mark }, at) {
    const { clientId, key: kind } = subject as Extract<ApprovalSubject, { kind: 'limits' }>;
    const input = fromJson(kind, reason, value);
    if (input?.until != null && input.until < at.toISOString().slice(0, 10)) throw refuse('approvals.outdated');
    const held = (await readStored(tx, clientId, at)).find((each) => each.kind === kind);
    await (input
      ? storeOverride(tx, { ...input, clientId, setBy: authorId, at, approvalRequestId: id })
      : dropOverride(tx, { clientId, kind, at }));
    await notifyOverrideSet(app, tx, me, {
      clientId,
      kind,
      held,
      input,
      details: { reason, proposed_by: author, ...mark },
    });
  },
});

interface Set {
  clientId: string;
  kind: OverrideKind;
  held: Stored | undefined;
  input: Override | null;
  details: AuditDetails;
}

/** Records what applies from now on, and notifies the client. */
async function notifyOverrideSet(
  app: App,
  tx: Tx,
  me: Person,
  { clientId, kind, held, input, details }: Set,
): Promise<void> {
  const set = kind === 'trading_accounts' ? 'staff.set_account_limit' : 'staff.set_limits';
  await writeAudit(tx, app.clock, {
    actorId: me.id,
    clientId,
    action: input ? set : 'staff.end_override',
    details: { kind, from: inWords(held), to: inWords(input), ...details },
  });
  await app.outbox.emit(tx, 'clients.limits_changed', { clientId, what: kind, own: input && { until: input.until } });
}
