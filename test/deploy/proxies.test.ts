import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as plainly } from 'node:http';
import { request as encrypted } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { api } from '#contract/api.ts';
import { freePort } from '../../scripts/bench/installation.ts';
import { root } from '../../scripts/run.ts';
import { has, path, toolIn } from './tools.ts';

const deploy = resolve(root, 'deploy');
const text = (file: string) => readFile(join(deploy, file), 'utf8');

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'atrium-proxies-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Settings of nginx with the sample in them, at free ports of this machine. Its logs are in the folder `logs`. */
async function nginxOf(ports: { plain: number; encrypted: number; instances: number }) {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=clients.example.com', '-keyout', key];
  await toolIn(folder, 'openssl', 'req', '-x509', ...made, '-out', certificate);
  const sample = (await text('nginx/atrium.conf'))
    .replaceAll('/etc/ssl/atrium/fullchain.pem', certificate)
    .replaceAll('/etc/ssl/atrium/key.pem', key)
    // Not each machine has the newer addresses.
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${ports.plain}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${ports.encrypted}`)
    .replaceAll(/127\.0\.0\.1:300\d/g, `127.0.0.1:${ports.instances}`)
    .replaceAll('/var/log/nginx', join(folder, 'logs'));
  await mkdir(join(folder, 'logs'), { recursive: true });
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  // As Debian has it around the sample: both logs of the whole server are on.
  const logs = `access_log ${folder}/logs/access.log; error_log ${folder}/logs/error.log;`;
  await writeFile(file, `daemon off; pid ${folder}/pid; events {} http { ${logs} ${paths} ${sample} }`);
  return ['-p', folder, '-c', file];
}

/** The status of a call by the name of the sample. */
async function statusOf(send: typeof plainly, port: number, path: string): Promise<number | undefined> {
  const call = send({
    port,
    host: '127.0.0.1',
    path,
    headers: { host: 'clients.example.com' },
    rejectUnauthorized: false,
  } as object);
  call.end();
  const [response] = (await once(call, 'response')) as [{ statusCode?: number; resume: () => void }];
  response.resume();
  return response.statusCode;
}

it.skipIf(!has('nginx') || !has('openssl'))(
  'the sample of nginx is right by nginx, and writes no address into any log',
  async () => {
    const ports = { plain: await freePort(), encrypted: await freePort(), instances: await freePort() };
    const words = await nginxOf(ports);
    expect(await toolIn(folder, 'nginx', '-t', ...words)).toContain('test is successful');
    const nginx = spawn('nginx', words, { cwd: folder, env: { PATH: path }, stdio: 'ignore' });
    try {
      await expect.poll(() => statusOf(plainly, ports.plain, '/').catch(() => 0), { timeout: 10_000 }).toBe(301);
      expect(await statusOf(plainly, ports.plain, '/en/reset?token=one-time-token')).toBe(301);
      // No instance is behind it, which nginx reports as an error.
      expect(await statusOf(encrypted, ports.encrypted, '/en/reset?token=one-time-token')).toBe(502);
    } finally {
      nginx.kill('SIGQUIT');
      await once(nginx, 'exit');
    }
    const logs = await readdir(join(folder, 'logs'));
    const lines = await Promise.all(logs.map((name) => readFile(join(folder, 'logs', name), 'utf8')));
    expect(lines.join('')).toContain('"status":502');
    expect(lines.join('')).not.toContain('one-time-token');
  },
);

it.skipIf(!has('caddy'))('the samples of Caddy are right by Caddy', async () => {
  for (const file of ['Caddyfile', 'Caddyfile.compose'])
    expect(
      await toolIn(folder, 'caddy', 'validate', '--adapter', 'caddyfile', '--config', join(deploy, 'caddy', file)),
    ).toContain('Valid configuration');
});

it('every sample passes on the largest call that the product takes', async () => {
  const largest = Math.max(...Object.values(api).map((endpoint) => ('bodyLimit' in endpoint ? endpoint.bodyLimit : 0)));
  const mebibytes = largest / 1024 / 1024;
  expect(mebibytes).toBeGreaterThan(16);
  const { ingress } = parse(await text('helm/atrium/values.yaml')) as { ingress: { annotations: object } };
  expect([
    /^ *client_max_body_size (\w+);$/m.exec(await text('nginx/atrium.conf'))?.[1],
    /^\s*max_size (\w+)$/m.exec(await text('caddy/Caddyfile'))?.[1],
    /^\s*max_size (\w+)$/m.exec(await text('caddy/Caddyfile.compose'))?.[1],
    ingress.annotations,
  ]).toEqual([
    `${mebibytes}m`,
    `${mebibytes}MiB`,
    `${mebibytes}MiB`,
    {
      'nginx.ingress.kubernetes.io/proxy-body-size': `${mebibytes}m`,
      'nginx.ingress.kubernetes.io/enable-access-log': 'false',
    },
  ]);
});
