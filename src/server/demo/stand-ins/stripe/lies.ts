import type { ServerResponse } from 'node:http';
import type { Lies } from '../lies.ts';
import type { Answer } from './calls.ts';

/** How an answer of the interface, or the delivery of an event, is not what it should be. */
export const lieNames = [
  // Of any server: it does the work, then says something else.
  'reset',
  'empty',
  'html',
  'busy',
  'silence',
  'wrong_types',
  // Of Stripe's interface.
  'locked',
  'too_many',
  'paid_before_answer',
  // Of the delivery of events.
  'five_times',
  'newest_first',
  'old_signature',
  'early_signature',
  'second_signature',
  'forged',
  'lost',
] as const;
export type LieName = (typeof lieNames)[number];

const silenceMs = 30_000;

/** Answers as it should, or as the lie has it. The work is done by then. */
export function respond(response: ServerResponse, lies: Lies<LieName>, { status, body }: Answer): void {
  const send = (code: number, type: string, text: string, headers: Record<string, string> = {}) =>
    response.writeHead(code, { 'content-type': type, 'request-id': 'req_standin', ...headers }).end(text);
  if (lies.takes('reset')) response.socket?.resetAndDestroy();
  else if (lies.takes('empty')) send(200, 'application/json', '');
  else if (lies.takes('html')) send(200, 'text/html', '<!doctype html><title>Proxy</title><h1>Sign in</h1>');
  else if (lies.takes('busy')) send(503, 'application/json', '{"error":{"type":"api_error"}}', { 'retry-after': '2' });
  else if (lies.takes('wrong_types')) send(200, 'application/json', JSON.stringify(distorted(body)));
  else if (lies.takes('silence')) setTimeout(() => response.destroy(), silenceMs).unref();
  else send(status, 'application/json', JSON.stringify(body));
}

/** Valid JSON whose numbers are texts, and whose texts are lists. */
function distorted(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : typeof value === 'string' ? [value] : value,
    ]),
  );
}
