import { generateKeyPairSync } from 'node:crypto';
import { Agent, request } from 'node:http';
import { headersOf, keepCookies, type Browser } from '#test/browser.ts';

/** Connections stay open, as those of a proxy do. */
const agent = new Agent({ keepAlive: true });

/** The public key that a browser registers at sign-in: an uncompressed point of P-256. */
export function newSessionKey(): string {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}

/** Posts as this browser does. @throws Error when the answer is not 200 */
export async function callAs<Told>(url: string, browser: Browser, path: string, body: object): Promise<Told> {
  return JSON.parse((await send(url, browser, 'POST', path, JSON.stringify(body))).toString()) as Told;
}

/** Reads a file or a page as this browser does. @throws Error when the answer is not 200 */
export const readAs = (url: string, browser: Browser, path: string): Promise<Buffer> => send(url, browser, 'GET', path);

function send(url: string, browser: Browser, method: string, path: string, body?: string): Promise<Buffer> {
  const headers = { ...headersOf(browser), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  return new Promise((done, failed) => {
    const asked = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', failed);
      answer.on('end', () => {
        const told = Buffer.concat(pieces);
        if (answer.statusCode !== 200)
          return failed(new Error(`${method} ${path} answers ${answer.statusCode}: ${told.toString()}`));
        keepCookies(browser, { headers: new Headers(listOf(answer.headers['set-cookie'])) });
        done(told);
      });
    });
    asked.on('error', failed);
    asked.end(body);
  });
}

const listOf = (cookies: string[] = []): [string, string][] => cookies.map((line) => ['set-cookie', line]);
