import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, testDatabase } from '#test/database.ts';
import { decrypt, encryptFor, isEncrypted, makeRecipient } from './recipient.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-recipient-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const recipient = makeRecipient(at('key'));
const other = makeRecipient(at('other-key'));
const plain = randomBytes(3 * 64 * 1024 + 5);
const [head, chainHead, chunk] = [40, 8, 64 * 1024 + 16];

beforeEach(async () => {
  for (const name of ['plain', 'encrypted', 'opened']) rmSync(at(name), { force: true });
  writeFileSync(at('plain'), plain);
  await encryptFor(recipient, at('plain'), at('encrypted'));
});

/** Changes what was encrypted. */
const spoil = (change: (whole: Buffer) => Buffer) =>
  writeFileSync(at('encrypted'), change(readFileSync(at('encrypted'))));
const open = (key = 'key') => decrypt(at(key), at('encrypted'), at('opened'));
const chunkAt = (nth: number) => head + chainHead + nth * chunk;

describe('a file that is encrypted for a recipient', () => {
  it('opens with the private key, and differs each time', async () => {
    expect(await isEncrypted(at('encrypted'))).toBe(true);
    expect(await isEncrypted(at('plain'))).toBe(false);
    await open();
    expect(readFileSync(at('opened')).equals(plain)).toBe(true);
    const first = readFileSync(at('encrypted'));
    rmSync(at('encrypted'));
    await encryptFor(recipient, at('plain'), at('encrypted'));
    expect(readFileSync(at('encrypted')).subarray(8, 200).equals(first.subarray(8, 200))).toBe(false);
    expect(statSync(at('key')).mode & 0o777).toBe(0o600);
    expect(() => makeRecipient(at('key'))).toThrow('EEXIST');
  });

  it('does not open with another key, or with what is none', async () => {
    expect(other).not.toBe(recipient);
    await expect(open('other-key')).rejects.toThrow('does not open with this key');
    await expect(open('plain')).rejects.toThrow('is no private key');
  });

  it.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off in a chunk', (whole) => whole.subarray(0, -100)],
    ['cut off after a whole chunk', (whole) => whole.subarray(0, chunkAt(2))],
    ['cut off in its head', (whole) => whole.subarray(0, 20)],
    [
      'with two chunks in each other’s place',
      (whole) =>
        Buffer.concat([
          whole.subarray(0, chunkAt(0)),
          whole.subarray(chunkAt(1), chunkAt(2)),
          whole.subarray(chunkAt(0), chunkAt(1)),
          whole.subarray(chunkAt(2)),
        ]),
    ],
    ['with a chunk left out', (whole) => Buffer.concat([whole.subarray(0, chunkAt(1)), whole.subarray(chunkAt(2))])],
    ['with something after its end', (whole) => Buffer.concat([whole, Buffer.from('more')])],
    ['with a bit changed', (whole) => Buffer.from(whole.map((byte, n) => (n === chunkAt(1) + 9 ? byte ^ 1 : byte)))],
    ['with another ephemeral key', (whole) => Buffer.from(whole.map((byte, n) => (n === 12 ? byte ^ 1 : byte)))],
  ])('%s is refused', async (_how, change) => {
    spoil(change);
    await expect(open()).rejects.toThrow(/does not open with this key, or it is damaged|is cut off/);
  });
});

it('a backup for a recipient is restored with the key, and not without', async () => {
  const [source, target] = [await testDatabase(), await emptyDatabase('')];
  const archive = at('backup.tar.encrypted');
  const from = { url: source.url, dataDir: at('none'), atriumVersion: '1', recipient };
  const saved = await writeBackup(from, archive);
  expect(readFileSync(archive).includes('manifest.json')).toBe(false);
  const into = { url: target.url, dataDir: at('target'), migrations: resolve('migrations'), replace: false };
  await expect(restoreBackup(archive, into)).rejects.toThrow('is encrypted: name its private key');
  await expect(restoreBackup(archive, { ...into, keyFile: at('other-key') })).rejects.toThrow('does not open');
  expect(await restoreBackup(archive, { ...into, keyFile: at('key') })).toEqual(saved);
  await Promise.all([source.drop(), target.drop()]);
});
