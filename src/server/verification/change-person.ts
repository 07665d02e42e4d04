import type { PersonFacts } from '#contract/verification-staff.ts';
import type { AuditAct } from '#contract/audit-names.ts';
import type { DocumentKind } from '#contract/verification-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { openPerson } from '#server/platform/row-macs.ts';
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

/** Who changes it, by which act; staff with their reason. */
interface Author {
  actorId: string;
  act: AuditAct;
  reason?: string;
}

const provenByIdentity = ['first_name', 'second_name', 'birth_on', 'nationality'] as const;
const written = [...provenByIdentity, 'phone', 'address'] as const;

/** Whether a client `c` with his standing `v` counts as proven who he says he is: by a document, or by a level that staff have set. */
export const isNameLocked = sql`(v.identity or c.level_override >= (select identity_level from verification_setting))`;

/**
 * Writes names, phone and address of a client who is locked, and leaves in the audit log what was and what is. Whatever
 * was proven of another name or address goes back to review, and another phone is not confirmed. The caller keeps birthday
 * and nationality, and settles what follows.
 */
export async function changePerson(
  app: Pick<App, 'clock' | 'config'>,
  tx: Tx,
  clientId: string,
  data: PersonalData,
  { actorId, act, reason }: Author,
): Promise<void> {
  const { facts: before } = await readFacts(tx, clientId);
  const changed = written.filter((fact) => isOther(before, data, fact));
  if (changed.length === 0) return;
  const { first_name, second_name, phone = before.phone, address = before.address } = data;
  await tx.run(sql`
    update client set first_name = ${first_name}, second_name = ${second_name}, phone = ${phone}, address = ${address}
    where id = ${clientId}`);
  const again = provenBy(changed);
  await reviewAgain(tx, clientId, again);
  // What is told for the first time is no other than before.
  const ended = await endLevel(tx, app, clientId, provenBy(changed.filter((fact) => before[fact] !== null)));
  const details = Object.fromEntries(changed.map((fact) => [fact, `${before[fact] ?? ''} → ${data[fact] ?? ''}`]));
  await writeAudit(tx, app.clock, {
    actorId,
    clientId,
    act,
    details: { ...details, ...ended, ...(reason && { reason }) },
  });
}

/** Which proofs say something of such facts. */
function provenBy(facts: readonly (typeof written)[number][]): DocumentKind[] {
  if (facts.some((fact) => fact !== 'phone' && fact !== 'address')) return ['identity', 'residence', 'source_of_funds'];
  return facts.includes('address') ? ['residence'] : [];
}

const isOther = (before: PersonFacts, data: PersonalData, fact: (typeof written)[number]) =>
  data[fact] !== undefined && data[fact] !== before[fact];

/**
 * Makes sure that a client who is locked leaves as it is what has been proven of him.
 * @throws Refusal `verification.name_locked` on what he may not change
 */
export async function holdToProven(tx: Tx, clientId: string, data: PersonalData): Promise<void> {
  const { facts: before } = await readFacts(tx, clientId);
  const standing = provenByIdentity.find((fact) => before[fact] !== null && isOther(before, data, fact));
  if (!standing) return;
  const { isLocked } = await tx.one<{ isLocked: boolean }>(sql`
    select coalesce(${isNameLocked}, false) as "isLocked"
    from client c join verification_standing v on v.client_id = c.id where c.id = ${clientId}`);
  if (isLocked) throw refuseField(standing, 'verification.name_locked');
}

/**
 * What was proven of these kinds is looked at again. Where another document of a kind waits already, that one is reviewed.
 */
export async function reviewAgain(tx: Tx, clientId: string, kinds: readonly DocumentKind[]): Promise<void> {
  await tx.run(sql`
    update verification_document d
    set state = case when exists (select from verification_document w where w.client_id = d.client_id
                                    and w.kind = d.kind and w.state = 'pending') then 'replaced' else 'pending' end
    where client_id = ${clientId} and kind = any(${[...kinds]}) and state = 'approved'`);
}

/** Ends a level that staff have set for want of such proofs, or beside them. Answers what of that is to be written down. */
export async function endLevel(
  tx: Tx,
  { config }: Pick<App, 'config'>,
  clientId: string,
  kinds: readonly DocumentKind[],
): Promise<{ level?: string }> {
  if (kinds.length === 0) return {};
  await openPerson(tx, config, clientId);
  const ended = await tx.maybeOne<{ level: number }>(sql`
    update client c set level_override = null, level_proposal_id = null
    from client b, verification_setting n
    where c.id = ${clientId} and b.id = c.id and b.level_override >= case
      when ${kinds.includes('identity')} then least(n.identity_level, n.residence_level) else n.residence_level end
    returning b.level_override as level`);
  return ended ? { level: `${ended.level} → ` } : {};
}
