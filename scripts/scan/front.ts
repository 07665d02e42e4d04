import { createServer, type IncomingMessage } from 'node:http';
import { freePort } from '../bench/installation.ts';
import type { Finding } from './finding.ts';
import type { People } from './people.ts';
import { callTarget, withSent, type Target } from './targets.ts';
import { faultsOf } from './watch.ts';
import { exchange, type ResponseBody } from './wire.ts';

interface Front {
  url: string;
  /** How many responses had each status. */
  statuses: ReadonlyMap<number, number>;
  /** How many calls were refused for a field that the scanner had left as it was. */
  aside: number;
  /** What the responses themselves showed. */
  findings: readonly Finding[];
  close: () => void;
}

/** Where scanners that read pages find a form for each call. */
export const formsPath = '/scan';

/**
 * The proxy between the scanners and the server. They know pages and forms: each call of the contract is one to them,
 * below `/scan/`, and becomes what our pages would send, by a permitted caller. Every response is checked on its way.
 */
export async function openFront(server: string, people: People, targets: readonly Target[]): Promise<Front> {
  const statuses = new Map<number, number>();
  const findings = new Map<string, Finding>();
  let aside = 0;
  const byPath = new Map(targets.map((target) => [`${formsPath}/${target.name}`, target]));
  const look = (response: ResponseBody, what: string) => {
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    for (const one of faultsOf(response, what)) findings.set(`${one.kind} ${one.where} ${one.what}`, one);
  };

  async function pass(incoming: IncomingMessage, body: Buffer): Promise<ResponseBody | undefined> {
    const { method = 'GET', url: path = '/' } = incoming;
    const { pathname, search } = splitPath(path);
    const target = byPath.get(pathname);
    if (target) {
      const sent = new URLSearchParams(method === 'GET' ? search : body.toString());
      const response = await callTarget(server, people, withSent(target, sent));
      look(response, target.name);
      if (response.status === 422 && !isForSent(response, target, sent)) aside += 1;
      return response;
    }
    // Built scripts have nothing to attack, and a scanner spends most of its time on them.
    if (path.startsWith('/assets/')) return undefined;
    const headers = onlyTexts(incoming.headers);
    const response = await exchange(server, { method, path, headers, body });
    look(response, `${method} a page`);
    return response;
  }

  const front = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      if (incoming.url === formsPath)
        return void outgoing.setHeader('content-type', 'text/html').end(formsPage(targets));
      void pass(incoming, Buffer.concat(pieces)).then(
        (response) => {
          outgoing.writeHead(response?.status ?? 404, response ? passedOn(response) : {});
          outgoing.end(incoming.method === 'HEAD' ? undefined : response?.body);
        },
        () => outgoing.destroy(),
      );
    });
  });
  const port = await freePort();
  await new Promise<void>((done) => front.listen(port, '127.0.0.1', done));
  const close = () => {
    front.close();
    front.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    statuses,
    get aside() {
      return aside;
    },
    get findings() {
      return [...findings.values()];
    },
    close,
  };
}

/** Whether a field is refused whose value is the scanner's own. */
function isForSent({ body }: ResponseBody, { open }: Target, sent: URLSearchParams): boolean {
  const { errors = {} } = JSON.parse(body.toString()) as { errors?: object };
  const own = open.filter(([index, value]) => (sent.get(index) ?? value) !== value);
  return own.some(([index]) => (index.split('.')[1] ?? '') in errors);
}

function splitPath(path: string): { pathname: string; search: string } {
  const [pathname = '', search = ''] = path.split('?', 2);
  return { pathname, search };
}

const hop = /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive)$/;

const onlyTexts = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(
    Object.entries(headers).filter((one): one is [string, string] => typeof one[1] === 'string' && !hop.test(one[0])),
  );

const passedOn = ({ headers }: ResponseBody) => [...headers].filter(([name]) => !hop.test(name)).flat();

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function formsPage(targets: readonly Target[]): string {
  const forms = targets.map(({ name, open }) => {
    const inputs = open.map(
      ([index, value]) => `<input type="text" name="${escaped(index)}" value="${escaped(value)}">`,
    );
    return `<form method="post" action="${formsPath}/${name}">${inputs.join('')}<input type="submit"></form>`;
  });
  return `<!doctype html><title>Calls</title>${forms.join('\n')}`;
}
