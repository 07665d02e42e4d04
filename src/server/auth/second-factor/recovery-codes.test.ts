import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { verifyMacs } from '#server/platform/secrets/all-row-macs.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { passwordHashes } from '../password-hash.ts';
import { drawRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('rows that another connection adds while codes are made get no MAC', async () => {
  const { user } = await server.register();
  const codes = await drawRecoveryCodes(user.id);
  await server.app.db.tx(async (tx) => {
    /** Inserts a row between the program's statements, as another connection could. */
    const beside: Tx = {
      ...tx,
      async rows<Row extends object>(statement: Parameters<Tx['rows']>[0]) {
        await tx.run(sql`
          insert into recovery_code (person_id, label, hash, created_at)
          values (${user.id}, 'EVIL', 'known to them', now()) on conflict do nothing`);
        return tx.rows<Row>(statement);
      },
    };
    await replaceRecoveryCodes(beside, server.app, user.id, codes);
  });
  const findings = await server.app.db.snapshot((tx) => verifyMacs(tx, server.config));
  expect(findings).toEqual([{ clientId: user.id, table: 'recovery_code', key: 'EVIL' }]);
});

it('one set is hashed for a client who confirms any number of factors at once', async () => {
  let hashes = 0;
  const count = () => void (hashes += 1);
  passwordHashes.subscribe(count);
  const drawn = await Promise.all(Array.from({ length: 10 }, () => drawRecoveryCodes('one client')));
  passwordHashes.unsubscribe(count);
  expect([hashes, new Set(drawn).size]).toEqual([10, 1]);
  expect(await drawRecoveryCodes('one client')).not.toEqual(drawn[0]);
});
