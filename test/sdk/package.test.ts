import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateSdk } from '../../scripts/sdk/generate.ts';

const run = promisify(execFile);
const sdk = resolve(import.meta.dirname, '../../packages/sdk');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-sdk-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('has the files that follow from the document: after a change run npm run sdk', async () => {
  const files = Object.entries(await generateSdk());
  expect(files.length).toBeGreaterThan(3);
  for (const [name, text] of files) expect([name, await readFile(join(sdk, name), 'utf8')]).toEqual([name, text]);
});

describe('what is published', () => {
  /** Packed as its publisher does, and unpacked where a broker's program finds it. */
  const inside = () => join(folder, 'node_modules/@atrium/operator');
  beforeAll(async () => {
    const env = { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' };
    await run('npm', ['pack', '--offline', '--silent', '--pack-destination', folder], { cwd: sdk, env });
    await mkdir(inside(), { recursive: true });
    const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    await run('tar', ['-xzf', join(folder, archive), '--strip-components=1', '-C', inside()]);
  }, 120_000);

  it('has its licence, and a description whose links hold outside of the project', async () => {
    const licence = resolve(sdk, '../../LICENSE');
    expect(await readFile(join(inside(), 'LICENSE'), 'utf8')).toBe(await readFile(licence, 'utf8'));
    const links = [...(await readFile(join(inside(), 'README.md'), 'utf8')).matchAll(/\]\(([^)]+)\)/g)];
    expect(links.map(([, link = '']) => link).filter((link) => !/^(?:https:|#)/.test(link))).toEqual([]);
  });

  it('runs in plain Node, has types, and needs no other package', async () => {
    const manifest = JSON.parse(await readFile(join(inside(), 'package.json'), 'utf8')) as {
      dependencies?: object;
      exports: { '.': { types: string } };
      bin: { atrium: string };
    };
    expect(manifest.dependencies).toBeUndefined();
    expect(await readFile(join(inside(), manifest.exports['.'].types), 'utf8')).toContain('Atrium');
    const program = `
      import { Atrium, AtriumError, endpoints, readWebhook } from '@atrium/operator';
      const atrium = new Atrium({ url: 'https://clients.example.com', key: 'secret' });
      const every = Object.keys(endpoints).every((name) => typeof atrium[name] === 'function');
      console.log(JSON.stringify([every, typeof readWebhook, JSON.stringify(atrium), new AtriumError(new Response(null, { status: 502 })).message]));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([true, 'function', '{}', 'HTTP 502']);
    const help = await run(process.execPath, [join(inside(), manifest.bin.atrium), 'help', 'clients', 'create']);
    expect(help.stdout).toMatch(/^atrium clients create\n/);
  });
});
