import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/run.ts';
import { has, path, toolIn } from './tools.ts';

interface Logs {
  resourceLogs: { scopeLogs: { logRecords: { severityNumber: number; traceId: string; body: object }[] }[] }[];
}

const lines = [
  '{"level":30,"time":"2026-03-01T07:32:51.324Z","msg":"answered \\"twice\\"","trace_id":"0af7651916cd43dd8448eb211c80319c"}',
  '  This installation is closed until it is set up. Open this link in a browser and do so:',
  '    https://clients.example.com/en/setup#a-secret',
  '{"level":60,"time":"2026-03-01T07:32:52.324Z","msg":"Zürich fails"}',
];

it.skipIf(!has('syslog-ng'))(
  'the sample of syslog-ng sends log lines by OTLP, and no setup link',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-logs-'));
    const bodies: string[] = [];
    const collector = createServer(async (request, response) => {
      bodies.push((await request.setEncoding('utf8').toArray()).join(''));
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const sample = (await readFile(resolve(root, 'deploy/logs/syslog-ng.conf'), 'utf8'))
      .replace('127.0.0.1:4318', `127.0.0.1:${(collector.address() as AddressInfo).port}`)
      // Lines of a file in the place of the journal.
      .replace('source(s_src);', 'source(s_src); rewrite(r_unit);');
    const file = join(folder, 'syslog-ng.conf');
    await writeFile(join(folder, 'lines'), lines.map((line) => `${line}\n`).join(''));
    await writeFile(
      file,
      `@version: 3.38
source s_src { file("${folder}/lines" flags(no-parse)); };
rewrite r_unit { set("atrium@3001.service" value(".journald._SYSTEMD_UNIT")); };
${sample}`,
    );
    const places = ['-R', join(folder, 'persist'), '-p', join(folder, 'pid'), '-c', join(folder, 'control')];
    await toolIn(folder, 'syslog-ng', '--syntax-only', '--no-caps', '-f', file);
    const shipper = spawn('syslog-ng', ['-F', '--no-caps', '-f', file, ...places], {
      cwd: folder,
      env: { PATH: path },
      stdio: 'ignore',
    });
    try {
      await expect.poll(() => bodies.join(''), { timeout: 30_000 }).toContain('Zürich');
    } finally {
      shipper.kill();
      await once(shipper, 'exit');
      collector.close();
      await rm(folder, { recursive: true, force: true });
    }
    const records = bodies
      .flatMap((body) => (JSON.parse(body) as Logs).resourceLogs)
      .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
    expect(records).toMatchObject([
      { severityNumber: 9, traceId: '0af7651916cd43dd8448eb211c80319c', body: { stringValue: lines[0] } },
      { severityNumber: 21, traceId: '', body: { stringValue: lines[3] } },
    ]);
  },
  60_000,
);
