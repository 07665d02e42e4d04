import { generateKeyPairSync } from 'node:crypto';
import { Agent, request } from 'node:http';
import { headersOf, storeCookies, type Browser } from '#test/browser.ts';

/**
 * Connections stay open, as those of a proxy do. An idle one is closed here long before the server's 72 seconds are over: a call
 * that is sent at the moment when the server closes would be lost.
 */
const agent = new Agent({ keepAlive: true, timeout: 30_000 });

/** The public key that a browser registers at sign-in: an uncompressed point of P-256. */
export function newSessionKey(): string {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}

/** Posts as this browser does. @throws Error when the response is not 200 */
export async function callAs<Notice>(url: string, browser: Browser, path: string, body: object): Promise<Notice> {
  return JSON.parse((await send(url, browser, 'POST', path, JSON.stringify(body))).toString()) as Notice;
}

/** Reads a file or a page as this browser does. @throws Error when the response is not 200 */
export const readAs = (url: string, browser: Browser, path: string): Promise<Buffer> => send(url, browser, 'GET', path);

function send(url: string, browser: Browser, method: string, path: string, body?: string): Promise<Buffer> {
  const headers = { ...headersOf(browser), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  return new Promise((done, failed) => {
    const input = request(`${url}${path}`, { method, agent, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', failed);
      response.on('end', () => {
        const received = Buffer.concat(pieces);
        if (response.statusCode !== 200)
          return failed(new Error(`${method} ${path} answers ${response.statusCode}: ${received.toString()}`));
        storeCookies(browser, { headers: new Headers(listOf(response.headers['set-cookie'])) });
        done(received);
      });
    });
    input.on('error', failed);
    input.end(body);
  });
}

const listOf = (cookies: string[] = []): [string, string][] => cookies.map((line) => ['set-cookie', line]);
