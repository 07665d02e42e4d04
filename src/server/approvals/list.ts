import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { stepKinds, type StepKind } from '#contract/approvals/names.ts';
import { waitingStates } from '#contract/ipo/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readTimeCursor, timeCursor } from '#server/platform/lists/time-cursor.ts';
import { showRequest, type Row } from './show-request.ts';

/** Open approval requests, or those about one client, as far as the caller may see them. */
export async function listRequests(
  app: App,
  me: Person,
  language: Language,
  clientId: string | null = null,
): Promise<ApprovalRequest[]> {
  const rows = await readRows(
    app,
    me,
    sql`p.state = 'open' and coalesce(p.expires_at, 'infinity') > ${app.clock.now()}
      and (${clientId}::uuid is null or p.client_id = ${clientId}) order by p.id`,
  );
  return describe(app, language, rows);
}

const pageLength = 50;

/** Requests that have ended, the latest first. @throws Refusal on `cursor` */
export async function listEndedRequests(
  app: App,
  me: Person,
  language: Language,
  { kind = null, cursor }: { kind?: ApprovalRequest['kind'] | null | undefined; cursor?: string | undefined },
): Promise<{ approval_requests: ApprovalRequest[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const ended = await readRows(
    app,
    me,
    sql`p.state <> 'open' and (${kind}::text is null or p.kind = ${kind})
      and (${after?.at ?? null}::timestamptz is null or (date_trunc('milliseconds', p.decided_at), p.id) < (${after?.at ?? null}, ${after?.id ?? null}::uuid))
      order by date_trunc('milliseconds', p.decided_at) desc, p.id desc limit ${pageLength + 1}`,
  );
  const rows = ended.slice(0, pageLength);
  const last = ended.length > pageLength ? rows.at(-1) : undefined;
  return {
    approval_requests: await describe(app, language, rows),
    next_cursor: last?.decidedAt ? timeCursor(last.decidedAt.toISOString(), last.id) : null,
  };
}

/** The requests that the caller may see. */
function readRows(app: App, me: Person, conditionAndOrder: Sql): Promise<Row[]> {
  const now = app.clock.now();
  const seesSettings = me.roles.includes('compliance') || me.roles.includes('admin');
  const seesSteps = seesSettings || me.roles.includes('finance');
  const isApprover = sql`is_available_approver(${me.id}, p.kind, p.author_id, ${now})`;
  return app.db.rows<Row>(sql`
    select p.id, p.kind, p.key, p.client_id as "clientId", c.full_name as name, p.was, p.value,
           p.value ->> 'code' as code, reason_texts(p.value ->> 'code') as "reasonTexts", coalesce(p.reason, '') as reason,
           a.full_name as author, a.id = ${me.id} as own,
           p.state = 'open' and a.id <> ${me.id} and p.client_id is distinct from ${me.id} and ${isApprover}
             and not exists (select from payment y where y.id = p.payment_id and y.created_by = ${me.id}) as "mayDecide",
           p.created_at as "createdAt", p.expires_at as "expiresAt", o.issuer || ' (' || o.ticker || ')' as offering, ${holds},
           p.state, p.decided_at as "decidedAt", d.full_name as decider, p.decision_note as note,
           p.same_network as "sameNetwork", p.overrule
    from approval_request p join person a on a.id = p.author_id left join person c on c.id = p.client_id left join person d on d.id = p.decided_by
    left join ipo_offering o on o.id = case when p.kind = 'staff_dealing' and p.key not in ('accounts', 'offerings') then p.key::uuid end
    where case when p.kind in ('screening', 'risk') then ${seesSettings} and p.client_id is distinct from ${me.id}
                when p.kind = any(${[...stepKinds, 'payout_file', 'connection']}::text[]) then ${seesSteps}
               else p.client_id is not null or ${seesSettings} or p.kind = 'setting' and ${isApprover} end
      and ${conditionAndOrder}`);
}

/** With what each is about: the modules say it of their steps. */
async function describe(app: App, language: Language, rows: readonly Row[]): Promise<ApprovalRequest[]> {
  const idsOf = (kind: StepKind) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const { payment, offering, transfer } = app.approvalHandlers.describe;
  const steps = {
    payment: await payment(idsOf('payment')),
    offering: await offering(idsOf('offering')),
    transfer: await transfer(idsOf('transfer')),
  };
  return rows.map((row) => showRequest(app, language, row, steps));
}

/** Trading accounts and applications of a person who would get a role that sees offerings. */
const holds = sql`
  case when p.kind = 'role' then (
    select count(*) from trading_account t where t.client_id = c.id and t.status <> 'archived') else 0 end::int as accounts,
  case when p.kind = 'role' then (
    select count(*) from ipo_application i where i.client_id = c.id and i.state = any(${waitingStates}::text[])) else 0 end::int as applications`;
