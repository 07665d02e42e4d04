import type { PersonFacts } from '#contract/verification/staff-endpoints.ts';
import type { AuditAction } from '#contract/staff/audit-names.ts';
import type { DocumentKind } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { readFacts } from './facts.ts';

/** What of a client others rely on once it is proven; what is left out stays. */
export interface PersonalData {
  first_name: string;
  second_name: string;
  birth_on?: string;
  nationality?: string;
  phone?: string | null;
  address?: string | null;
}

/** Who changes it, by which action; staff and programs with their reason. */
interface Author {
  by: Actor;
  action: AuditAction;
  reason?: string;
}

const provenByIdentity = ['first_name', 'second_name', 'birth_on', 'nationality'] as const;
const written = [...provenByIdentity, 'phone', 'address'] as const;

/**
 * Whether the identity of a client `c` with the status `v` counts as proven: by a document, or by a level that staff
 * have set.
 */
export const isNameLocked = sql`(v.identity or c.level_override >= (select identity_level from verification_setting))`;

/**
 * Writes names, phone and address of a locked client, with the old and the new values in the audit log. Documents that
 * proved another name or address go back to review, and a new phone is not confirmed. The caller handles birthday and
 * nationality, and settles the case.
 */
export async function changePerson(
  app: Pick<App, 'clock' | 'config'>,
  tx: Tx,
  clientId: string,
  data: PersonalData,
  { by, action, reason }: Author,
): Promise<void> {
  const { facts: before } = await readFacts(tx, clientId);
  const changed = written.filter((fact) => isOther(before, data, fact));
  if (changed.length === 0) return;
  const { first_name, second_name, phone = before.phone, address = before.address } = data;
  await openPerson(tx, app.config, clientId);
  await tx.run(sql`
    update person set first_name = ${first_name}, second_name = ${second_name}, phone = ${phone}, address = ${address}
    where id = ${clientId}`);
  const again = provenBy(changed);
  await reviewAgain(tx, clientId, again);
  // A fact that is declared for the first time is not a change.
  const ended = await endLevel(tx, app, clientId, provenBy(changed.filter((fact) => before[fact] !== null)));
  const details = Object.fromEntries(changed.map((fact) => [fact, `${before[fact] ?? ''} → ${data[fact] ?? ''}`]));
  await writeAudit(tx, app.clock, {
    actorId: by.id,
    clientId,
    action: action,
    details: { ...details, ...ended, ...(reason && { reason }), ...keyDetail(by) },
  });
}

/** The proofs of these facts. */
function provenBy(facts: readonly (typeof written)[number][]): DocumentKind[] {
  if (facts.some((fact) => fact !== 'phone' && fact !== 'address')) return ['identity', 'residence', 'source_of_funds'];
  return facts.includes('address') ? ['residence'] : [];
}

const isOther = (before: PersonFacts, data: PersonalData, fact: (typeof written)[number]) =>
  data[fact] !== undefined && data[fact] !== before[fact];

/**
 * Makes sure that a locked client does not change what was proven.
 * @throws Refusal `verification.name_locked` on what the client may not change
 */
export async function holdToProven(tx: Tx, clientId: string, data: PersonalData): Promise<void> {
  const { facts: before } = await readFacts(tx, clientId);
  const status = provenByIdentity.find((fact) => before[fact] !== null && isOther(before, data, fact));
  if (!status) return;
  const { isLocked } = await tx.one<{ isLocked: boolean }>(sql`
    select coalesce(${isNameLocked}, false) as "isLocked"
    from person c join verification_status v on v.client_id = c.id where c.id = ${clientId}`);
  if (isLocked) throw refuseField(status, 'verification.name_locked');
}

/**
 * Puts approved documents of these kinds back to review. Where another document of a kind is pending already, that one
 * is reviewed.
 */
export async function reviewAgain(tx: Tx, clientId: string, kinds: readonly DocumentKind[]): Promise<void> {
  await tx.run(sql`
    update verification_document d
    set state = case when exists (select from verification_document w where w.client_id = d.client_id
                                    and w.kind = d.kind and w.state = 'pending') then 'replaced' else 'pending' end
    where client_id = ${clientId} and kind = any(${[...kinds]}) and state = 'approved'`);
}

/**
 * Ends a level that staff have set without such proofs, or in addition to them. Returns the details for the audit log.
 */
export async function endLevel(
  tx: Tx,
  { config }: Pick<App, 'config'>,
  clientId: string,
  kinds: readonly DocumentKind[],
): Promise<{ level?: string }> {
  if (kinds.length === 0) return {};
  await openPerson(tx, config, clientId);
  const ended = await tx.maybeOne<{ level: number }>(sql`
    update person c set level_override = null, level_approval_request_id = null
    from person b, verification_setting n
    where c.id = ${clientId} and b.id = c.id and b.level_override >= case
      when ${kinds.includes('identity')} then least(n.identity_level, n.residence_level) else n.residence_level end
    returning b.level_override as level`);
  return ended ? { level: `${ended.level} → ` } : {};
}
