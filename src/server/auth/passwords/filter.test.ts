import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '#server/demo/people.ts';
import { goodPassword, newApplicant, startServer } from '#test/server.ts';
import { isKnownPassword, readKnownPasswords } from '../known-passwords.ts';
import { keyOf, newFilter, readFilter } from './filter.ts';

/** Strings that no list has, the same in each run. */
const made = (count: number, of: string) =>
  Array.from({ length: count }, (_, n) => createHash('sha256').update(`${of} ${n}`).digest('base64url').slice(0, 16));

function filterOf(words: readonly string[], rate = 0.0001): Buffer {
  const { add, file } = newFilter(words.length, rate);
  for (const word of words) add(keyOf(word));
  return file;
}

describe('a filter', () => {
  it('finds every stored key, and takes few others for known', () => {
    const words = made(20_000, 'in');
    const filter = readFilter(filterOf(words, 0.001));
    expect(words.filter((word) => !filter.has(word))).toEqual([]);
    const wrong = made(20_000, 'out').filter((word) => filter.has(word)).length;
    expect(wrong).toBeGreaterThan(0);
    expect(wrong).toBeLessThan(60);
  });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['is something else', Buffer.from('123456\npassword\n')],
    ['is cut off', filterOf(made(100, 'in')).subarray(0, -1)],
    ['goes on behind its end', Buffer.concat([filterOf(made(100, 'in')), Buffer.from('x')])],
  ])('that %s is refused', (_, file) => {
    expect(() => readFilter(file)).toThrow(/password filter/);
  });
});

describe('the list that comes with Atrium', () => {
  const shipped = readKnownPasswords({ passwordFilterFile: undefined });

  it.each([
    ['1234567890', 'qwertyuiop', 'basketball', 'thunderbird', 'christopher1', 'q1w2e3r4t5y6', '0123456789'],
    ['BasketBall', 'THUNDERBIRD', 'Christopher1'],
    ['Liverpool2024!', '1basketball#', 'monkey12345', '!!dragon1999'],
    ['Ｂａｓｋｅｔｂａｌｌ', 'ｌｉｖｅｒｐｏｏｌ２０２４'],
  ])('knows %s and similar ones', (...passwords) => {
    expect(passwords.filter((one) => !isKnownPassword(shipped, one))).toEqual([]);
  });

  it('accepts good passwords, including those of our tests and demos', () => {
    const good = [goodPassword, demoPassword, 'four quiet harbours', 'three calm harbours', 'Käsekuchen am Ufer'];
    expect(
      [...good, 'velvet thunder 77', 'Breakwater-Lighthouse-42'].filter((one) => isKnownPassword(shipped, one)),
    ).toEqual([]);
    // Each password is looked up three times at most, with one false positive in 10,000.
    const wrong = made(20_000, 'good').filter((one) => isKnownPassword(shipped, one));
    expect(wrong.length).toBeLessThan(20);
  });
});

describe('a list of the operator', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'atrium-filter-'))));
  afterAll(() => rm(folder, { recursive: true }));

  it('replaces ours', async () => {
    const path = join(folder, 'own.bloom');
    await writeFile(path, filterOf(['velvet thunder 77', 'four quiet harbours']));
    const server = await startServer({ env: { PASSWORD_FILTER_FILE: path } });
    const codes = ({ refusal }: { refusal: { errors?: Record<string, { code: string }[]> } }) =>
      refusal.errors?.['password']?.map(({ code }) => code);
    const passwordTwice = (password: string) => ({ password, password_confirmation: password });
    const known = passwordTwice('Velvet Thunder 77');
    const body = { ...newApplicant(), ...known, terms: true };
    expect(codes(await server.call('POST /api/register', { as: server.browser(), body }))).toEqual([
      'auth.password_known',
    ]);
    const ida = await server.register({ password: 'qwertyuiop' });
    const change = { current_password: 'qwertyuiop', ...known };
    expect(codes(await server.call('POST /api/settings/password', { as: ida, body: change }))).toEqual([
      'auth.password_known',
    ]);
    await server.close();
  });

  it.each(['missing.bloom', 'broken.bloom'])('stops the start when it is %s', async (name) => {
    await writeFile(join(folder, 'broken.bloom'), 'no filter');
    await expect(startServer({ env: { PASSWORD_FILTER_FILE: join(folder, name) } })).rejects.toThrow(
      'PASSWORD_FILTER_FILE',
    );
  });
});
