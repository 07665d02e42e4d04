import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser } from '#test/browser.ts';
import { png } from '#test/files/upload.ts';
import { root } from '../run.ts';
import type { Finding } from './finding.ts';
import { of, type People } from './people.ts';
import { faultsOf } from './watch.ts';
import { exchange, type ResponseBody, type Question } from './wire.ts';

/** One of each kind of response, with the status that it should have. */
async function questions(url: string, { client, stranger, staff }: People): Promise<[status: number, Question][]> {
  const assets = await readdir(resolve(root, 'dist/web/assets'));
  const ofType = (ending: string) => assets.find((name) => name.endsWith(ending)) ?? 'none';
  const json = { 'content-type': 'application/json' };
  const post = (path: string, body = '{}', headers: object = {}): Question => ({
    method: 'POST',
    path,
    body,
    headers: { ...of(client), ...json, ...headers },
  });
  return [
    [200, { path: '/' }],
    [200, { path: '/no/such/screen' }],
    [404, { path: '/', method: 'HEAD' }],
    ...['.js', '.css', '.woff2', '.svg'].map((one): [number, Question] => [200, { path: `/assets/${ofType(one)}` }]),
    [404, { path: '/assets/none.js' }],
    [404, { path: '/.env' }],
    [400, { path: '/assets/..%2f..%2fserver%2fmain.js' }],
    [400, { path: '/%' }],
    [200, { path: '/api/docs/' }],
    [200, { path: '/api/openapi.json' }],
    [200, { path: '/healthz' }],
    [200, { path: '/readyz' }],
    [404, { path: '/metrics' }],
    [404, { path: '/.well-known/security.txt' }],
    [200, post('/api/wallets')],
    [401, { method: 'POST', path: '/api/wallets', headers: { ...of(stranger), ...json }, body: '{}' }],
    [403, post('/api/staff/team')],
    [403, post('/api/wallets', '{}', { origin: 'https://elsewhere.example' })],
    [404, post('/api/none')],
    [400, post('/api/wallets', '{')],
    [400, post('/api/wallets', '{"__proto__": 1}')],
    [413, post('/api/wallets', JSON.stringify({ a: 'a'.repeat(70_000) }))],
    [415, post('/api/wallets', 'a', { 'content-type': 'text/xml' })],
    [422, post('/api/wallets-info', '{"wallet_id": 1}')],
    [404, { path: '/', method: 'TRACE' }],
    [403, { path: '/api/wallets', method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } }],
    [200, { path: '/api/staff/audit/file', headers: of(staff) }],
    ...(await filesOf(url, client)),
  ];
}

/** A statement in both kinds, and a picture on its way in and out. */
async function filesOf(url: string, client: Browser): Promise<[number, Question][]> {
  const headers = of(client);
  const list = await exchange(url, { method: 'POST', path: '/api/wallets', headers });
  const [wallet] = JSON.parse(list.body.toString()) as { id: string }[];
  const statement = `/api/wallets/${wallet?.id}/statement?from=2026-01-01&to=2026-01-31&format=`;
  const upload = {
    method: 'POST',
    path: '/api/files?purpose=message&name=harbour.png',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: await png(),
  };
  const { id } = JSON.parse((await exchange(url, upload)).body.toString()) as { id: string };
  return [
    [200, { path: `${statement}pdf`, headers }],
    [200, { path: `${statement}csv`, headers }],
    [200, upload],
    [409, { ...upload, body: 'MZ not a picture' }],
    [200, { path: `/api/files/${id}`, headers }],
    [404, { path: '/api/files/00000000-0000-4000-8000-000000000000', headers }],
  ];
}

/** Checks one response of each kind. */
export async function lookAtKinds(url: string, people: People): Promise<{ findings: Finding[]; looked: number }> {
  const all = await questions(url, people);
  const findings: Finding[] = [];
  for (const [status, question] of all) {
    const response = await exchange(url, question);
    const what = `${response.method} ${response.path}`;
    if (response.status !== status) findings.push(unlike(response, status, what));
    findings.push(...faultsOf(response, what));
  }
  return { findings, looked: all.length };
}

const unlike = (response: ResponseBody, status: number, where: string): Finding => ({
  tool: 'answers',
  kind: 'status',
  where,
  what: `${response.status} instead of ${status}`,
});
