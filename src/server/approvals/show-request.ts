import type { ApprovalRequest, ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import type { approvalStates } from '#contract/approvals/names.ts';
import type { ApprovalSubject } from '#contract/approvals/request-names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { rolesThatSeeOfferings } from '#contract/staff/dealing.ts';
import type { RiskRating } from '#contract/clients/risk-names.ts';
import type { TierName } from '#contract/portfolio/tier-names.ts';
import { staffRoles } from '#contract/staff/names.ts';
import type { App } from '#server/platform/app.ts';
import { formatReason, type ReasonTexts } from '#server/platform/reasons/format-reason.ts';

/** A step of a process; a payment and a transfer have a client. */
type StepSubject =
  | { kind: 'payment'; key: string; clientId: string }
  | { kind: 'transfer'; key: string; clientId: string }
  | { kind: 'offering'; key: string; clientId: null };

/** An approval request, as the database returns it. */
export type Row = (ApprovalSubject | StepSubject) & {
  id: string;
  name: string | null;
  was: unknown;
  value: unknown;
  /** Reason code of the catalogue; `reasonTexts` holds the operator's own texts for it. */
  code: string | null;
  reasonTexts: ReasonTexts | null;
  /** Open trading accounts and applications of the person, and the offering of a dealing exception. */
  accounts: number;
  applications: number;
  offering: string | null;
  reason: string;
  author: string;
  own: boolean;
  mayDecide: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  state: (typeof approvalStates)[number];
  decidedAt: Date | null;
  decider: string | null;
  note: string | null;
  sameNetwork: boolean;
  overrule: string | null;
};

/** What the steps of processes are about, by the ids of their requests. */
export interface Steps {
  payment: Map<string, ApprovalRequestOf<'payment'>['value']>;
  offering: Map<string, ApprovalRequestOf<'offering'>['value']>;
  transfer: Map<string, ApprovalRequestOf<'transfer'>['value']>;
}

function valueOf<Value>(described: Map<string, Value>, id: string): Value {
  const value = described.get(id);
  if (!value) throw new Error(`nothing says what request ${id} is about`);
  return value;
}

function commonOf(row: Row) {
  const { id, reason, author, own, createdAt, expiresAt, state, decidedAt, decider, note } = row;
  return {
    id,
    reason,
    author,
    own,
    may_decide: row.mayDecide,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    decision:
      state === 'open' || decidedAt === null
        ? null
        : {
            state,
            by: decider,
            at: decidedAt.toISOString(),
            note,
            same_network: row.sameNetwork,
            overrule: row.overrule,
          },
  };
}

/** An approval request as the contract shapes it. */
export function showRequest(app: App, language: Language, row: Row, steps: Steps): ApprovalRequest {
  const { id, was, value } = row;
  const common = commonOf(row);
  if (row.kind === 'offering')
    return { ...common, kind: 'offering', key: row.key, client: null, value: valueOf(steps.offering, id) };
  if (row.kind === 'setting') {
    return { ...common, kind: 'setting', key: row.key, client: null, was: (was as { value: unknown }).value, value };
  }
  if (row.kind === 'api_key') {
    return {
      ...common,
      kind: 'api_key',
      key: row.key,
      client: null,
      value: value as ApprovalRequestOf<'api_key'>['value'],
    };
  }
  if (row.kind === 'payout_file') {
    return {
      ...common,
      kind: 'payout_file',
      key: row.key,
      client: null,
      value: value as ApprovalRequestOf<'payout_file'>['value'],
    };
  }
  if (row.kind === 'connection') {
    return {
      ...common,
      kind: 'connection',
      key: row.key,
      client: null,
      value: value as ApprovalRequestOf<'connection'>['value'],
    };
  }
  if (row.kind === 'import') {
    return {
      ...common,
      kind: 'import',
      key: row.key,
      client: null,
      value: value as ApprovalRequestOf<'import'>['value'],
    };
  }
  const client = { id: row.clientId, name: row.name ?? '' };
  if (row.kind === 'payment')
    return { ...common, kind: 'payment', key: row.key, client, value: valueOf(steps.payment, id) };
  if (row.kind === 'transfer')
    return { ...common, kind: 'transfer', key: row.key, client, value: valueOf(steps.transfer, id) };
  return showClientRequest(app, language, { ...row, common, client });
}

type ClientRow = Extract<Row, ApprovalSubject & { clientId: string }> & {
  common: ReturnType<typeof commonOf>;
  client: { id: string; name: string };
};

function showClientRequest(app: App, language: Language, row: ClientRow): ApprovalRequest {
  const { common, client, was, value } = row;
  switch (row.kind) {
    case 'role':
      return { ...common, kind: 'role', client, was: inOrder(was), value: inOrder(value), holds: heldBy(row, value) };
    case 'staff_dealing':
      return { ...common, kind: 'staff_dealing', client, value: dealingOf(row, value) };
    case 'screening':
      return {
        ...common,
        kind: 'screening',
        key: row.key,
        client,
        // One without a decision was made when only clearing took two people.
        value: {
          decision: 'cleared',
          ...(value as Pick<ApprovalRequestOf<'screening'>['value'], 'caption' | 'entity'>),
        },
      };
    case 'staff_identity':
      return {
        ...common,
        kind: 'staff_identity',
        client,
        value: value as ApprovalRequestOf<'staff_identity'>['value'],
      };
    case 'limits':
      return { ...common, kind: 'limits', key: row.key, client, value: inDollars(value as Limits | null) };
    case 'level':
      return { ...common, kind: 'level', client, was: (was as { level: number }).level, value: value as number };
    case 'risk': {
      const { rating } = was as { rating: RiskRating | null };
      return { ...common, kind: 'risk', client, was: rating, value: value as RiskRating };
    }
    case 'tier': {
      const { tier } = was as { tier: TierName };
      return { ...common, kind: 'tier', client, was: tier, value: value as ApprovalRequestOf<'tier'>['value'] };
    }
    case 'email': {
      const { explanation } = formatReason(app, language, {
        purpose: 'email_change',
        versionedCode: row.code ?? '',
        reasonTexts: row.reasonTexts,
      });
      const { email } = value as { email: string };
      const reason = `${explanation} · ${row.reason}`;
      return { ...common, reason, kind: 'email', client, was: (was as { email: string }).email, value: email };
    }
  }
}

const inOrder = (roles: unknown) => staffRoles.filter((role) => (roles as string[]).includes(role));

/** Null if no warning is needed. */
function heldBy({ accounts, applications }: Row, roles: unknown): ApprovalRequestOf<'role'>['holds'] {
  const comesToSee = rolesThatSeeOfferings.some((role) => (roles as string[]).includes(role));
  return comesToSee && accounts + applications > 0 ? { accounts, applications } : null;
}

function dealingOf({ key, offering }: Row, value: unknown): ApprovalRequestOf<'staff_dealing'>['value'] {
  const { until } = value as { until: string };
  return {
    scope: key === 'accounts' ? 'accounts' : 'offerings',
    offering: offering === null || key === null ? null : { id: key, name: offering },
    until,
  };
}

/** The form in the database, in cents. */
interface Limits {
  max: number | null;
  per_operation: number | null;
  per_day: number | null;
  per_month: number | null;
  until: string | null;
}

function inDollars(value: Limits | null): ApprovalRequestOf<'limits'>['value'] {
  if (!value) return null;
  const usd = (cents: number | null) => (cents === null ? null : toDecimal(BigInt(cents), 'USD'));
  const { per_operation, per_day, per_month } = value;
  return { ...value, per_operation: usd(per_operation), per_day: usd(per_day), per_month: usd(per_month) };
}
