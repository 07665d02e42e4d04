import type { HeldBack, IdentityCheckForStaff } from '#contract/verification/check.ts';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import type { PersonFacts } from '#contract/verification/staff-endpoints.ts';
import type { CheckProblem, CheckState } from '#contract/verification/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { formatReason } from '#server/platform/reasons/format-reason.ts';
import { closedFor } from '../send-document.ts';
import { closedBy } from './begin-check.ts';
import { findIdentifier } from './check-row.ts';
import { isSameName } from './same-name.ts';

/** The check by the provider that identifies clients of this country, or the latest one. */
export async function showCheck(
  app: App,
  clientId: string,
  language: Language,
): Promise<VerificationShown['identity_check']> {
  const { country } = await app.db.one<{ country: string }>(sql`select country from person where id = ${clientId}`);
  const identifier = await findIdentifier(app, country);
  const check = await app.db.maybeOne<{ provider: string; state: CheckState; reasons: string[] }>(sql`
    select coalesce(j.value ->> 'name', j.adapter) as provider, k.state, k.reasons
    from verification_check k join connection j on j.id = k.connection_id
    where k.client_id = ${clientId} and (${identifier?.id ?? null}::uuid is null or k.connection_id = ${identifier?.id ?? null})
    order by k.changed_at desc limit 1`);
  const provider = identifier?.name ?? check?.provider;
  if (provider === undefined) return null;
  const closed =
    check && check.state in closedBy ? true : await closedFor(app.db, clientId, 'identity', app.clock.now());
  return {
    provider,
    open: identifier !== null && !closed,
    state: check?.state ?? null,
    reasons: (check?.reasons ?? []).map((versionedCode) =>
      formatReason(app, language, { purpose: 'document', versionedCode, reasonTexts: null }),
    ),
  };
}

interface Row {
  id: string;
  provider: string;
  reported: boolean;
  applicant: string | null;
  state: CheckState;
  level: string | null;
  labels: string[];
  name: string | null;
  birthOn: string | null;
  problem: CheckProblem | null;
  heldBack: HeldBack[];
  note: string | null;
  notedBy: string | null;
  notedAt: Date | null;
  changedAt: Date;
}

/** The checks of a client with what the providers have read, or programs have reported under the name of their key, the latest first. */
export async function readChecksForStaff(
  db: Queries,
  clientId: string,
  facts: PersonFacts,
): Promise<IdentityCheckForStaff[]> {
  const rows = await db.rows<Row>(sql`
    select k.id, coalesce(j.value ->> 'name', j.adapter, r.name) as provider, k.key_id is not null as reported, k.applicant_id as applicant, k.state, k.level, k.labels,
           k.person_name as name, k.held_back as "heldBack", k.birth_on::text as "birthOn", k.problem, k.note, o.full_name as "notedBy", k.noted_at as "notedAt",
           k.changed_at as "changedAt"
    from verification_check k left join connection j on j.id = k.connection_id left join operator_key r on r.id = k.key_id
    left join person o on o.id = k.noted_by
    where k.client_id = ${clientId} order by k.changed_at desc, k.id`);
  return rows.map(({ birthOn, heldBack, note, notedBy, notedAt, changedAt, ...row }) => ({
    ...row,
    birth_on: birthOn,
    held_back: heldBack,
    differs: [
      ...(row.name !== null && !isSameName(row.name, [facts.first_name, facts.second_name]) ? ['name' as const] : []),
      ...(birthOn !== null && birthOn !== facts.birth_on ? ['birth_on' as const] : []),
    ],
    noted: note !== null && notedBy !== null && notedAt ? { by: notedBy, at: notedAt.toISOString(), note } : null,
    changed_at: changedAt.toISOString(),
  }));
}
