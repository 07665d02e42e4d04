import { createServer, type RequestListener, type Server } from 'node:http';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#sdk/generated/commands.ts';
import { runAtrium } from './command-line.ts';

/** The command line before anything is sent, and against servers that are not Atrium's. */
const secret = 'atr_live_0000000000000000000000000000000000000000000000';
const nowhere = { ATRIUM_URL: 'http://127.0.0.1:1', ATRIUM_KEY: secret };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));
const servers: Server[] = [];
afterEach(() => {
  for (const each of servers.splice(0)) {
    each.closeAllConnections();
    each.close();
  }
});

/** The address of a server that answers so. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a command that is called wrongly ends with 2, and sends nothing', () => {
  it.each<[string, string]>([
    ['', 'What is to be done?'],
    ['client', 'There is no command "client". There are: clients, '],
    ['clients remove', 'There is no command "clients remove". There are: clients create, '],
    ['help clients remove', 'There is no command'],
    ['clients get', 'clients get needs --id.'],
    ['clients --key x', 'clients list takes no --key.'],
    ['clients list 17', 'There is no command "clients list 17"'],
    ['clients --limit 5 17', '"17" follows no option.'],
    ['clients --limit', '--limit needs a value.'],
    ['clients --email --all', '--email needs a value.'],
    ['clients --limit 1 --limit 2', '--limit is given twice.'],
    ['clients --all=1', '--all takes no value.'],
    ['clients --output xml', '--output is one of json, table, csv.'],
    ['clients --follow', '--follow is for events.'],
    ['managers --all', '--all is for lists that have pages.'],
    ['events --follow --all', '--follow has no end'],
    ['events --from place', '--from keeps the place of --follow.'],
    ['events --follow --from place --after 5', '--from has the place'],
    ['events --follow --limit 5', '--follow has no pages'],
    ['events --follow --from words', 'holds no place'],
    ['clients --idempotency-key abcdefgh', '--idempotency-key is for writes.'],
    ['payments --kind gift', '--kind is one of deposit, withdrawal, adjustment.'],
    ['clients create --json missing.json', 'cannot be read: missing.json'],
    ['clients create --json words', 'words holds no JSON object.'],
    ['clients create -', 'The standard input holds no JSON object.'],
  ])('%s', async (line, words) => {
    await writeFile(join(folder, 'words'), 'These are words.');
    let calls = 0;
    const url = await serve(() => {
      calls += 1;
    });
    const how = { env: { ...nowhere, ATRIUM_URL: url }, folder, input: '[1]' };
    const { code, output, complaint } = await runAtrium(line.split(' ').filter(Boolean), how);
    expect({ code, output, calls }).toEqual({ code: 2, output: '', calls: 0 });
    expect(complaint).toMatch(/^atrium: .+\n$/);
    expect(complaint).toContain(words);
  });

  it('has no field that an option would hide', () => {
    const fields = new Set(Object.values(commands).flatMap((command) => Object.keys(command.fields)));
    for (const option of ['all', 'follow', 'from', 'help', 'idempotency_key', 'json', 'output'])
      expect(fields.has(option)).toBe(false);
  });
});

describe('the key', () => {
  const clients = (env: Record<string, string>) => runAtrium(['clients'], { env, folder });

  it('comes from the environment, or from a file that only its owner can read', async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{"data":[],"next_cursor":null}');
    });
    const file = join(folder, 'key');
    await writeFile(file, `${secret}\n`, { mode: 0o600 });
    expect((await clients({ ATRIUM_URL: url, ATRIUM_KEY_FILE: 'key' })).code).toBe(0);
    expect((await clients({ ATRIUM_URL: url, ATRIUM_KEY: secret })).code).toBe(0);
    expect(seen).toEqual([`Bearer ${secret}`, `Bearer ${secret}`]);
    for (const mode of [0o640, 0o604]) {
      await chmod(file, mode);
      expect(await clients({ ATRIUM_URL: url, ATRIUM_KEY_FILE: 'key' })).toEqual({
        code: 2,
        output: '',
        complaint: 'atrium: Others can read the file of ATRIUM_KEY_FILE. Run: chmod 600 key\n',
      });
    }
    expect(seen).toHaveLength(2);
  });

  it('is asked for where there is none, as is the address', async () => {
    const { ATRIUM_URL } = nowhere;
    expect(await clients({ ATRIUM_URL })).toMatchObject({ code: 2, complaint: expect.stringContaining('no API key') });
    expect(await clients({ ATRIUM_URL, ATRIUM_KEY_FILE: 'none' })).toMatchObject({ code: 2 });
    expect(await clients({ ATRIUM_KEY: secret })).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('ATRIUM_URL'),
    });
    const plain = await clients({ ATRIUM_URL: 'http://example.com', ATRIUM_KEY: secret });
    expect(plain).toEqual({ code: 2, output: '', complaint: 'atrium: An API key is sent over https only.\n' });
  });

  it('is not repeated where it was put by mistake', async () => {
    for (const words of [[secret], ['clients', `--key=${secret}`], ['clients', '--limit', '1', secret]]) {
      const { code, complaint } = await runAtrium(words, { env: nowhere });
      expect(code).toBe(2);
      expect(complaint).not.toContain(secret);
    }
  });
});

describe('what answers', () => {
  const clients = (url: string, ...words: string[]) =>
    runAtrium(['clients', ...words], { env: { ...nowhere, ATRIUM_URL: url } });

  it('is nothing: 3', async () => {
    const { code, output, complaint } = await clients(nowhere.ATRIUM_URL);
    expect({ code, output }).toEqual({ code: 3, output: '' });
    expect(complaint).toMatch(/^atrium: There was no answer: .+\n$/);
    expect(complaint).not.toContain(secret);
  });

  it('is something else: 3', async () => {
    const url = await serve((_, response) => response.end('<h1>Welcome</h1>'));
    const complaint = 'atrium: The answer of ATRIUM_URL is none of Atrium’s: HTTP 200\n';
    expect(await clients(url)).toEqual({ code: 3, output: '', complaint });
  });

  it('cannot do it: 3, with where the log has it', async () => {
    const url = await serve((_, response) => {
      response.writeHead(500).end('{"message":"It failed.","code":"http.internal","request_id":"r1"}');
    });
    const complaint = 'atrium: It failed. (http.internal)\n  The server’s log has it under r1.\n';
    expect(await clients(url)).toEqual({ code: 3, output: '', complaint });
  });

  it('says when to come again', async () => {
    const url = await serve((_, response) => {
      response.writeHead(429, { 'retry-after': '90' }).end('{"message":"Too many.","code":"http.too_many"}');
    });
    const complaint = 'atrium: Too many. (http.too_many)\n  Try again in 90 s.\n';
    expect(await clients(url)).toEqual({ code: 1, output: '', complaint });
  });

  it('has names that clients wrote: a terminal and a spreadsheet obey none of them', async () => {
    const row = {
      id: '1',
      first_name: '=HYPERLINK("x")',
      second_name: '\u001b[31mred\nline',
      phone: '-12',
      tags: ['a', 'b'],
    };
    const url = await serve((_, response) => response.end(JSON.stringify({ data: [row], next_cursor: null })));
    const csv = await clients(url, '--output', 'csv');
    expect(csv.output).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv.output).toContain(',-12,');
    const table = await clients(url, '--output', 'table');
    expect(table.output.split('\n')).toHaveLength(3);
    expect(table.output).not.toContain('\u001b');
  });
});

describe('events that are followed', () => {
  it('continue after the place that the file keeps', async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      const first = Number(/after=(\d+)/.exec(request.url ?? '')?.[1]);
      if (first > 6) return void response.writeHead(403).end('{"message":"No more.","code":"operator.scope"}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        [1, 2].map((n) => `id: ${first + n}\ndata: {"id":"e${first + n}","type":"client.blocked"}\n\n`).join(''),
      );
    });
    await writeFile(join(folder, 'kept'), '5\n');
    const env = { ...nowhere, ATRIUM_URL: url };
    const { code, output } = await runAtrium(['events', '--follow', '--from', 'kept'], { env, folder });
    expect(code).toBe(1);
    expect(output).toBe(
      '{"cursor":"6","id":"e6","type":"client.blocked"}\n{"cursor":"7","id":"e7","type":"client.blocked"}\n',
    );
    expect(asked.map((each) => /after=(\d+)/.exec(each ?? '')?.[1])).toEqual(['5', '7']);
    expect(await readFile(join(folder, 'kept'), 'utf8')).toBe('7\n');
  });
});
