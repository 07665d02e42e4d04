import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';

/** What of a client others rely on once it is proven. */
export interface PersonalData {
  first_name: string;
  second_name: string;
  phone: string | null;
  address: string | null;
}

/**
 * Writes names, phone and address of a client who is locked. A proven name stands; another address takes a proven
 * residence back to review, and another phone is not confirmed. The caller settles what follows.
 * @throws Refusal `verification.name_locked` on a name
 */
export async function changePerson(tx: Tx, clientId: string, data: PersonalData): Promise<void> {
  const before = await tx.one<PersonalData & { locked: boolean }>(sql`
    select c.first_name, c.second_name, c.phone, c.address, v.identity as locked
    from client c join verification_standing v on v.client_id = c.id where c.id = ${clientId}`);
  if (before.locked) {
    const changed = (['first_name', 'second_name'] as const).find((name) => before[name] !== data[name]);
    if (changed) throw refuseField(changed, 'verification.name_locked');
  }
  await tx.run(sql`
    update client set first_name = ${data.first_name}, second_name = ${data.second_name}, phone = ${data.phone},
      address = ${data.address} where id = ${clientId}`);
  if (before.address !== data.address) await reviewResidence(tx, clientId);
}

/** A residence that was proven is looked at again. Where another proof of residence waits already, that one is reviewed. */
export async function reviewResidence(tx: Tx, clientId: string): Promise<void> {
  await tx.run(sql`
    update verification_document d
    set state = case when exists (select from verification_document w where w.client_id = d.client_id
                                    and w.kind = d.kind and w.state = 'pending') then 'replaced' else 'pending' end
    where client_id = ${clientId} and kind = 'residence' and state = 'approved'`);
}
