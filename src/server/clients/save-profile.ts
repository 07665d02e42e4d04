import type { User } from '#contract/auth.ts';
import { toUser } from '#server/auth/user.ts';
import type { App } from '#server/platform/app.ts';
import type { Client } from '#server/platform/session.ts';
import { changePerson } from '#server/verification/change-person.ts';
import { lockClient, settle } from '#server/verification/settle.ts';

interface Profile {
  first_name: string;
  second_name: string;
  phone?: string | undefined;
  address?: string | undefined;
}

/**
 * Changes what a client may change about himself; what is left out stays.
 * @throws Refusal `verification.name_locked` when his name is proven
 */
export async function saveProfile(app: App, me: Client, profile: Profile): Promise<User> {
  const phone = profile.phone === undefined ? me.phone : profile.phone || null;
  const address = profile.address === undefined ? me.address : profile.address || null;
  const { first_name, second_name } = profile;
  await app.db.tx(async (tx) => {
    await lockClient(tx, me.id);
    await changePerson(tx, me.id, { first_name, second_name, phone, address });
    if (phone !== me.phone || address !== me.address) await settle(app, tx, me.id);
  });
  return toUser(app, { ...me, firstName: profile.first_name, secondName: profile.second_name, phone, address });
}
