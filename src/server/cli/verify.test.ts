import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { writeAudit } from '#server/platform/audit.ts';
import { sealAudit } from '#server/platform/audit-seal.ts';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/sql.ts';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet } from '#test/wallet.ts';

/** The commands as an operator runs them, on a live database. */
const { db, url, drop } = await testDatabase();
afterAll(drop);

const root = resolve(import.meta.dirname, '../../..');
const { clientId, available } = await clientWithWallet(db, 1000n);
await db.tx((tx) => writeAudit(tx, systemClock, { actorId: clientId, clientId, act: 'test.acted' }));
await sealAudit({ db, clock: systemClock });

interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(command: string, ...words: string[]): Promise<Said> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: url };
  const line = ['--import', 'tsx', `src/server/cli/${command}.ts`, ...words];
  return promisify(execFile)(process.execPath, line, { cwd: root, env }).then(
    (said) => ({ code: 0, ...said }),
    (failure: Said) => failure,
  );
}

describe('npm run ledger:verify', { timeout: 60_000 }, () => {
  it('says that all invariants hold', async () => {
    const { code, stdout } = await run('ledger-verify');
    expect(stdout).toContain('1 transactions, 2 postings');
    expect(stdout).toMatch(/all invariants hold\n$/);
    expect(code).toBe(0);
  });

  it('names the first row that breaks one, with exit code 1', async () => {
    await db.run(sql`alter table ledger_balance disable trigger user`);
    await db.run(sql`update ledger_balance set amount = amount + 1 where amount > 0`);
    const { code, stdout, stderr } = await run('ledger-verify');
    expect(stderr).toContain(
      `broken at ledger_balance of ${available}: it is 1001, its postings sum to 1000, and more`,
    );
    expect(stdout).not.toContain('all invariants hold');
    expect(code).toBe(1);
  });
});

describe('bin/verify files', { timeout: 60_000 }, () => {
  it('says that what there is is whole', async () => {
    expect(await run('files-verify')).toMatchObject({ code: 0, stdout: '0 files are whole\n' });
  });
});

describe('npm run audit:verify', { timeout: 60_000 }, () => {
  it('says that the chain is whole, and takes the head it said back', async () => {
    const { code, stdout } = await run('audit-verify');
    expect(stdout).toMatch(/^1 sealed entries, 0 waiting for their seal\nhead 1:[\da-f]{64}\nthe chain is whole\n$/);
    expect(code).toBe(0);
    const [, head = ''] = /head (\S+)/.exec(stdout) ?? [];
    expect((await run('audit-verify', head)).code).toBe(0);
  });

  it('names what is not as it was kept, and what it does not understand, with exit code 1', async () => {
    const other = await run('audit-verify', `1:${'7'.repeat(64)}`);
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('seal 1: it is not the one that was kept'),
    });
    expect(await run('audit-verify', 'what')).toMatchObject({ code: 1, stderr: expect.stringContaining('Usage') });
  });
});
