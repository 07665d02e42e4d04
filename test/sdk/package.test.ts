import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSdk } from '../../scripts/sdk/build.ts';
import { generateSdk } from '../../scripts/sdk/generate.ts';

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
  it('runs in plain Node, has types, and needs no other package', async () => {
    expect(await buildSdk(folder)).toBe(0);
    const manifest = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')) as {
      dependencies?: object;
      exports: { '.': { types: string; default: string } };
      bin: { atrium: string };
    };
    expect(manifest.dependencies).toBeUndefined();
    const { types, default: code } = manifest.exports['.'];
    const built = (path: string) => join(folder, path.replace('./dist/', ''));
    expect(await readFile(built(types), 'utf8')).toContain('Atrium');
    const program = `
      import { Atrium, AtriumError, endpoints, readWebhook } from ${JSON.stringify(pathToFileURL(built(code)).href)};
      const atrium = new Atrium({ url: 'https://clients.example.com', key: 'secret' });
      const every = Object.keys(endpoints).every((name) => typeof atrium[name] === 'function');
      console.log(JSON.stringify([every, typeof readWebhook, JSON.stringify(atrium), new AtriumError(new Response(null, { status: 502 })).message]));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(JSON.parse(stdout)).toEqual([true, 'function', '{}', 'HTTP 502']);
    const help = await promisify(execFile)(process.execPath, [built(manifest.bin.atrium), 'help', 'clients', 'create']);
    expect(help.stdout).toMatch(/^atrium clients create\n/);
  });
});
