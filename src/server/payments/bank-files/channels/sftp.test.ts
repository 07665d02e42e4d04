import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBreaker } from '#server/platform/connections/breaker.ts';
import type { JournalEntry } from '#server/platform/connections/guarded-fetch.ts';
import { guardSocket } from '#server/platform/connections/guarded-socket.ts';
import { hasSshd, openSshd, type Sshd } from '#test/external-services/sshd.ts';
import { bankSftp } from './sftp.ts';

// OpenSSH is the server of most banks, and knows nothing of Atrium.
describe.skipIf(!hasSshd())('the SFTP server of OpenSSH (skipped without the package openssh-server)', () => {
  let sshd: Sshd;
  let journal: JournalEntry[] = [];
  let proxyPort = 0;
  beforeAll(async () => void (sshd = await openSshd()));
  afterAll(() => sshd.close());
  beforeEach(() => void (journal = []));

  const open = (over: Record<string, unknown> = {}, privateKey = sshd.privateKey, allowLocal = true) =>
    bankSftp.open(
      {
        id: 'bank',
        settings: {
          host: '127.0.0.1',
          port: sshd.port,
          user: sshd.user,
          host_key: sshd.hostKey,
          orders_folder: `${sshd.folder}/in`,
          reports_folder: `${sshd.folder}/out/`,
          credits_exact: true,
          ...over,
        },
        secrets: { private_key: [privateKey] },
        hookUrl: '',
      },
      {
        http: undefined as never,
        fetch: undefined as never,
        socket: guardSocket({
          hosts: [sshd.port, proxyPort].map((port) => `127.0.0.1:${port}`),
          allowLocal,
          allowOwn: false,
          breaker: openBreaker(),
          now: () => new Date(),
          note: async (entry) => void journal.push(entry),
        }),
        keptEvents: async () => [],
        now: () => new Date(),
        random: (bytes) => Buffer.alloc(bytes),
        log: undefined as never,
      },
    );
  const order = Buffer.from(`<Document>${'x'.repeat(200_000)}</Document>`);
  const inFolder = () => readdirSync(`${sshd.folder}/in`);

  it('takes an order whole, once, and holds no part of it', async () => {
    const bank = open();
    expect(await bank.test()).toMatchObject({ ok: true, steps: [{ ok: true }, { ok: true }] });
    expect(await bank.put('F-1.xml', order, { again: false })).toEqual({ kind: 'done', value: 'there' });
    expect(inFolder()).toEqual(['F-1.xml']);
    expect(readFileSync(`${sshd.folder}/in/F-1.xml`).equals(order)).toBe(true);
    expect(await bank.put('F-1.xml', order, { again: true })).toEqual({ kind: 'done', value: 'there' });
    expect(journal.at(-1)).toMatchObject({ method: 'PUT', ref: 'F-1.xml', status: 0, failure: null });
  });

  it('takes a private key without its line breaks, as a field of a form gives it', async () => {
    expect(await open({}, sshd.privateKey.replaceAll('\n', '')).list()).toMatchObject({ kind: 'done' });
  });

  it('replaces no other file', async () => {
    writeFileSync(`${sshd.folder}/in/F-2.xml`, 'other');
    expect(await open().put('F-2.xml', order, { again: false })).toMatchObject({ kind: 'refused', code: 'exists' });
    expect(readFileSync(`${sshd.folder}/in/F-2.xml`, 'utf8')).toBe('other');
  });

  it('shows by the hidden part whether an earlier attempt was handed over', async () => {
    const bank = open();
    expect(await bank.put('F-3.xml', order, { again: true })).toEqual({ kind: 'done', value: 'gone' });
    expect(inFolder()).not.toContain('F-3.xml');
    writeFileSync(`${sshd.folder}/in/.F-3.xml.part`, 'half of it');
    expect(await bank.put('F-3.xml', order, { again: true })).toEqual({ kind: 'done', value: 'there' });
    expect(readFileSync(`${sshd.folder}/in/F-3.xml`).equals(order)).toBe(true);
  });

  it('lists files alone, and gives their content', async () => {
    const content = 'y'.repeat(300_000);
    for (const [name, at] of [
      ['b.xml', 1_790_000_000],
      ['a.xml', 1_790_000_060],
      ['.hidden', 1_790_000_000],
    ] as const) {
      writeFileSync(`${sshd.folder}/out/${name}`, content);
      utimesSync(`${sshd.folder}/out/${name}`, at, at);
    }
    const listed = await open().list();
    expect(listed.kind === 'done' && listed.value.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toMatchObject([
      { name: 'a.xml', version: `${content.length}-1790000060` },
      { name: 'b.xml', size: content.length, at: new Date(1_790_000_000_000) },
    ]);
    expect((await open().read('a.xml', buffer)).toString()).toBe(content);
    await expect(open().read('c.xml', buffer)).rejects.toThrow('No such file');
  });

  it.each([
    ['another server key', { host_key: `SHA256:${'A'.repeat(43)}` }, /^the server shows the key SHA256:\S{43}, /],
    ['another user', { user: 'nobody-here' }, /authentication methods failed/],
    ['a folder that is not there', { orders_folder: '/nowhere' }, /No such file/],
    ['another port', { port: 9 }, /the address may not be called/],
  ])('is not used with %s', async (_, over, why) => {
    const outcome = await open(over).put('F-4.xml', order, { again: false });
    expect(outcome).toMatchObject({ kind: 'refused', text: expect.stringMatching(why) as string });
    expect((await open(over).test()).ok).toBe(false);
    expect(inFolder()).not.toContain('F-4.xml');
    expect(journal.at(-1)?.failure).not.toBeNull();
  });

  it('is not used with another key of ours, and not on this machine unless that is allowed', async () => {
    const stranger = await openSshd();
    expect(await open({}, stranger.privateKey).list()).toMatchObject({ kind: 'refused', code: 'sign_in' });
    await stranger.close();
    expect(await open({}, sshd.privateKey, false).list()).toMatchObject({ kind: 'refused', code: 'address' });
  });

  it('holds an order once, wherever the connection breaks', async () => {
    const content = Buffer.alloc(100_000, 'z');
    const outcomes = new Set<string>();
    for (const bytes of [0, 400, 1500, 2500, 50_000, 102_000, 102_400, 102_600, 102_800, 102_880, 103_000, 200_000]) {
      const name = `F-${1000 + bytes}.xml`;
      const proxy = await openProxy(sshd.port, bytes);
      proxyPort = proxy.port;
      const first = await open({ port: proxy.port }).put(name, content, { again: false });
      proxy.close();
      outcomes.add(first.kind);
      const next = await open().put(name, content, { again: first.kind === 'unknown' });
      expect([bytes, first.kind, next]).toEqual([bytes, first.kind, { kind: 'done', value: 'there' }]);
      expect(readFileSync(`${sshd.folder}/in/${name}`).equals(content)).toBe(true);
    }
    expect(outcomes).toEqual(new Set(['refused', 'unknown', 'done']));
    expect(inFolder().filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

/** Passes on so many bytes of the client, and then breaks the connection. */
async function openProxy(to: number, bytes: number): Promise<{ port: number; close(): void }> {
  const server = createServer((client) => {
    const target = connect({ host: '127.0.0.1', port: to });
    let passed = 0;
    for (const socket of [client, target]) socket.on('error', () => {});
    target.pipe(client);
    client.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (passed > bytes) {
        client.destroy();
        target.destroy();
      } else target.write(chunk);
    });
    client.on('close', () => target.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
