import { scopeOfTwo, type Scope } from '#contract/operator/names.ts';
import { newApiKey } from '#server/platform/secrets/api-key.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Session, TestServer } from '#test/server.ts';
import { approveKey } from './approvals.ts';

/** What a program sends as `authorization`. */
export type Program = string;

/** A key that this administrator created. One that takes two is approved, and for this machine. */
export async function keyFor(
  server: TestServer,
  { user }: Session,
  { name, scopes }: { name: string; scopes: Scope[] },
): Promise<Program> {
  const { secret, hash, hint } = newApiKey(server.config, 'test');
  const takesTwo = scopes.includes(scopeOfTwo);
  const [id, now] = [newId(), server.clock.now()];
  await server.db.run(sql`
    insert into operator_key (id, name, scopes, addresses, created_by, created_at)
    values (${id}, ${name}, ${scopes}, ${takesTwo ? ['127.0.0.0/8'] : []}, ${user.id}, ${now})`);
  await server.db.run(sql`
    insert into operator_key_secret (hash, key_id, hint, created_at, created_by) values (${hash}, ${id}, ${hint}, ${now}, ${user.id})`);
  if (takesTwo) await approveKey(server, id);
  return `Bearer ${secret}`;
}
