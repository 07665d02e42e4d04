import type { DocumentKind } from '#contract/verification-names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
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

const provenByIdentity = ['first_name', 'second_name', 'birth_on', 'nationality'] as const;

/**
 * Writes names, phone and address of a client who is locked. What his identity document proved stands; whatever else was
 * proven under another name or address goes back to review, and another phone is not confirmed. The caller keeps birthday
 * and nationality, and settles what follows.
 * @throws Refusal `verification.name_locked` on what stands
 */
export async function changePerson(tx: Tx, clientId: string, data: PersonalData): Promise<void> {
  const { facts: before } = await readFacts(tx, clientId);
  const changed = provenByIdentity.filter((fact) => data[fact] !== undefined && data[fact] !== before[fact]);
  const { locked } = await tx.one<{ locked: boolean }>(sql`
    select identity as locked from verification_standing where client_id = ${clientId}`);
  const standing = locked && changed.find((fact) => before[fact] !== null);
  if (standing) throw refuseField(standing, 'verification.name_locked');
  const { first_name, second_name, phone = before.phone, address = before.address } = data;
  await tx.run(sql`
    update client set first_name = ${first_name}, second_name = ${second_name}, phone = ${phone}, address = ${address}
    where id = ${clientId}`);
  if (changed.length > 0) await reviewAgain(tx, clientId, ['identity', 'residence', 'source_of_funds']);
  else if (before.address !== address) await reviewAgain(tx, clientId, ['residence']);
}

/** What was proven of these kinds is looked at again. Where another document of a kind waits already, that one is reviewed. */
export async function reviewAgain(tx: Tx, clientId: string, kinds: readonly DocumentKind[]): Promise<void> {
  await tx.run(sql`
    update verification_document d
    set state = case when exists (select from verification_document w where w.client_id = d.client_id
                                    and w.kind = d.kind and w.state = 'pending') then 'replaced' else 'pending' end
    where client_id = ${clientId} and kind = any(${[...kinds]}) and state = 'approved'`);
}
