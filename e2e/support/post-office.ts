import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect } from '@playwright/test';

interface Letter {
  to: string;
  /** In the order of its parts, plain words first. */
  text: string;
}

/** A mail server on this machine, which keeps what it is given; one that is `shut` takes nothing. */
export interface PostOffice {
  url: string;
  shut: boolean;
  /** The first thing in a letter to somebody that fits, of those that came last, once it has come. */
  find(to: string, pattern: RegExp): Promise<string>;
  /** Forgets what came so far. */
  clear(): void;
  close(): void;
}

export async function openPostOffice(): Promise<PostOffice> {
  const letters: Letter[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
    serve(socket, office, letters);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const office: PostOffice = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: false,
    async find(to, pattern) {
      const found = () =>
        letters
          .filter((letter) => letter.to === to)
          .map(({ text }) => pattern.exec(text)?.[0])
          .findLast(Boolean);
      await expect.poll(found, { message: `${pattern} in a letter to ${to}` }).toBeDefined();
      return found() ?? '';
    },
    clear: () => void letters.splice(0),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return office;
}

/** As much of SMTP as a sender needs. */
function serve(socket: Socket, office: PostOffice, letters: Letter[]): void {
  let rest = '';
  let to = '';
  let body: string[] | undefined;
  const say = (words: string) => void socket.write(`${words}\r\n`);
  const hear = (line: string) => {
    if (body && line !== '.') return void body.push(line);
    if (body) {
      letters.push({ to, text: plain(body) });
      body = undefined;
      return say('250 kept');
    }
    const [verb = ''] = line.toUpperCase().split(/[ :]/);
    if (verb === 'MAIL' && office.shut) return say('451 the office is shut');
    if (verb === 'RCPT') to = /<(.+)>/.exec(line)?.[1] ?? '';
    if (verb === 'DATA') body = [];
    if (verb === 'QUIT') return void socket.end('221 good bye\r\n');
    say(verb === 'DATA' ? '354 go on' : '250 good');
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    lines.forEach(hear);
  });
  say('220 at your service');
}

/** Without its head, and with the signs as they were before they were put into lines. */
const plain = (lines: readonly string[]) =>
  lines
    .slice(lines.indexOf(''))
    .join('\n')
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, sign: string) => String.fromCharCode(Number.parseInt(sign, 16)));
