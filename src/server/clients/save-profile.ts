import type { User } from '#contract/auth/endpoints.ts';
import { proveNewPhone, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { toUser } from '#server/auth/user.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readPhone } from '#server/platform/people/phone.ts';
import type { Person } from '#server/platform/session/session.ts';
import { changePerson, holdToProven } from '#server/verification/change-person.ts';
import { lockClient, settle } from '#server/verification/settle.ts';

interface Profile {
  first_name: string;
  second_name: string;
  phone?: string | undefined;
  address?: string | undefined;
}

/**
 * Saves what clients may change about their own person; omitted fields stay.
 * @throws Refusal `validation.phone` on `phone`, those of the proof; `verification.name_locked` when the name is proven
 */
export async function saveProfile(app: App, me: Person, profile: Profile & Proof): Promise<User> {
  const { phone, address, current_password, code, passkey, ...names } = profile;
  const take = await proveNewPhone(app, me, phone, { current_password, code, passkey });
  const given = {
    ...names,
    ...(phone !== undefined && { phone: readPhone(phone, me.country) }),
    ...(address !== undefined && { address: address || null }),
  };
  const saved = await app.db.tx(async (tx) => {
    await take(tx);
    await lockClient(tx, me.id);
    await holdToProven(tx, me.id, given);
    await changePerson(app, tx, me.id, given, { by: { id: me.id }, action: 'clients.save_profile' });
    await settle(app, tx, me.id);
    return tx.one<Pick<Person, 'firstName' | 'secondName' | 'fullName' | 'phone' | 'address'>>(sql`
      select first_name as "firstName", second_name as "secondName", full_name as "fullName", phone, address
      from person where id = ${me.id}`);
  });
  return toUser(app, { ...me, ...saved });
}
