import type { Answer } from '../answer.ts';
import type { Call } from '../http-stand-in.ts';
import { reportGateway } from './report.ts';
import { gatewaySignature } from './signatures.ts';
import { newSid, nowOf, type Books, type Message, type SmsLie } from './books.ts';

interface Order {
  id: string;
  to: string;
  text: string;
  ref: string;
}

/** A gateway that keeps to docs/connections/http-gateway.md. */
export function answerGateway(books: Books, call: Call, lie: SmsLie | undefined): Answer {
  const { bearer, secret } = books.of;
  if (call.headers.authorization !== `Bearer ${bearer}`) return refusal(401, 'unauthorized', 'Unknown token');
  const signature = String(call.headers['x-signature']);
  const seconds = Number(/^t=(\d+),/.exec(signature)?.[1]);
  const signed = call.method === 'GET' ? call.url.search.slice(1) : call.body;
  const { clocks = () => [nowOf(books.of).getTime() / 1000] } = books.of;
  if (!clocks().some((now) => Math.abs(now - seconds) <= 300))
    return refusal(401, 'too_old', 'The signature is too old');
  if (signature !== gatewaySignature(secret, seconds, signed)) return refusal(401, 'signature', 'Wrong signature');
  return call.method === 'GET' ? find(books, call) : accept(books, call, lie);
}

function accept(books: Books, call: Call, lie: SmsLie | undefined): Answer {
  const { ref, to, text } = JSON.parse(call.body) as Order;
  if (!/^\+\d{6,15}$/.test(to)) return refusal(422, 'number', 'Not a phone number');
  if (lie === 'unsubscribed') return refusal(422, 'unsubscribed', 'The recipient wants no messages');
  if (lie === 'too_many') return { ...refusal(429, 'too_many', 'Too many messages'), headers: { 'retry-after': '1' } };
  const message: Message = {
    sid: newSid(),
    ref,
    to: lie === 'moved' ? '+16505550100' : to,
    body: text,
    status: 'accepted',
    errorCode: null,
    at: nowOf(books.of),
    arrived: 0,
    callback: null,
  };
  books.messages.push(message);
  void reportGateway(books, message, lie);
  const body = { id: message.sid, status: 'accepted', ...(lie === 'moved' && { to: message.to }) };
  return { status: 202, body, ...(lie === 'slow' && { afterMs: books.of.slowMs ?? 29_000 }) };
}

function find({ messages }: Books, { url }: Call): Answer {
  const found = messages.find(({ ref }) => ref === url.searchParams.get('ref'));
  if (!found) return refusal(404, 'unknown', 'No such message');
  const { sid, status, to, errorCode } = found;
  return { status: 200, body: { id: sid, status, to, ...(errorCode !== null && { code: String(errorCode) }) } };
}

const refusal = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } });
