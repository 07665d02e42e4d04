import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

/** The command line as a process of its own. */
const root = resolve(import.meta.dirname, '../../..');
const secret = 'atr_live_0000000000000000000000000000000000000000000000';
const envOf = (url: string) => ({ PATH: process.env['PATH'] ?? '', ATRIUM_URL: url, ATRIUM_KEY: secret });

async function withServer(answer: RequestListener, action: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await action(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('keeps the key out of the list of processes, and finds files from where it is called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-cli-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'tag.json'), '{"tag":"VIP"}');
  let seen = '';
  let pid = 0;
  const bodies: string[] = [];
  await withServer(
    async (request, response) => {
      bodies.push(await text(request));
      seen = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      response.end('{"id":"0199"}');
    },
    async (url) => {
      const words = ['clients', 'add-tag', '--id', '1', '--json', 'tag.json'];
      const child = spawn(join(root, 'bin/atrium'), words, { cwd: folder, env: envOf(url) });
      pid = child.pid ?? 0;
      const [output, complaint, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close') as Promise<[number]>,
      ]);
      expect({ code, complaint, output }).toEqual({ code: 0, complaint: '', output: '{\n  "id": "0199"\n}\n' });
    },
  );
  expect(seen).toContain('clients add-tag --id 1');
  expect(seen).not.toContain(secret);
  expect(bodies).toEqual(['{"tag":"VIP"}']);
});

it('ends with its reader, and with the code of what happened', async () => {
  const page = '{"data":[{"id":"1"}],"next_cursor":"1"}';
  await withServer(
    (_, response) => response.end(page),
    async (url) => {
      const run = (line: string) =>
        promisify(execFile)('bash', ['-c', line], { cwd: root, env: envOf(url) }).then(({ stdout }) => stdout);
      // The list has no end: only the closed pipe ends it.
      expect(await run('bin/atrium payments --all | head -n 1; echo "${PIPESTATUS[0]}"')).toBe('{"id":"1"}\n0\n');
      expect(await run('echo "{\\"limit\\": 5}" | bin/atrium payments - >/dev/null; echo $?')).toBe('0\n');
      expect(await run('bin/atrium payments --what 1 2>/dev/null; echo $?')).toBe('2\n');
    },
  );
});
