import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect } from '@playwright/test';

interface Email {
  to: string;
  /** In the order of its parts, plain words first. */
  text: string;
}

/** An email server on this machine, which stores what it gets; one that is `shut` accepts nothing. */
export interface PostOffice {
  url: string;
  shut: boolean;
  /** The first match in an email to a person, of those that came last, once it has come. */
  find(to: string, pattern: RegExp): Promise<string>;
  /** Deletes what came so far. */
  clear(): void;
  close(): void;
}

export async function openPostOffice(): Promise<PostOffice> {
  const emails: Email[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
    serve(socket, office, emails);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const office: PostOffice = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: false,
    async find(to, pattern) {
      const found = () =>
        emails
          .filter((email) => email.to === to)
          .map(({ text }) => pattern.exec(text)?.[0])
          .findLast(Boolean);
      await expect.poll(found, { message: `${pattern} in an email to ${to}` }).toBeDefined();
      return found() ?? '';
    },
    clear: () => void emails.splice(0),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return office;
}

/** As much of SMTP as a sender needs. */
function serve(socket: Socket, office: PostOffice, emails: Email[]): void {
  let rest = '';
  let to = '';
  let body: string[] | undefined;
  const send = (words: string) => void socket.write(`${words}\r\n`);
  const receive = (line: string) => {
    if (body && line !== '.') return void body.push(line);
    if (body) {
      emails.push({ to, text: plain(body) });
      body = undefined;
      return send('250 kept');
    }
    const [verb = ''] = line.toUpperCase().split(/[ :]/);
    if (verb === 'MAIL' && office.shut) return send('451 the office is shut');
    if (verb === 'RCPT') to = /<(.+)>/.exec(line)?.[1] ?? '';
    if (verb === 'DATA') body = [];
    if (verb === 'QUIT') return void socket.end('221 good bye\r\n');
    send(verb === 'DATA' ? '354 go on' : '250 good');
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    lines.forEach(receive);
  });
  send('220 at your service');
}

/** Without its headers, and with the characters as they were before they were encoded. */
const plain = (lines: readonly string[]) =>
  lines
    .slice(lines.indexOf(''))
    .join('\n')
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, sign: string) => String.fromCharCode(Number.parseInt(sign, 16)));
