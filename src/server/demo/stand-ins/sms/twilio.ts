import type { Answer } from '../answer.ts';
import type { Call } from '../http-stand-in.ts';
import { reportTwilio } from './report.ts';
import { newSid, nowOf, type Books, type Message, type SmsLie } from './books.ts';

/** The calls of Messages that the adapter makes, as strict as the vendor’s. */
export async function answerTwilio(books: Books, call: Call, lie: SmsLie | undefined): Promise<Answer> {
  const { accountSid, authToken } = books.of;
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  if (call.headers.authorization !== basic) return refusal(401, 20_003, 'Authenticate');
  const [, path] = call.url.pathname.split(`/2010-04-01/Accounts/${accountSid}`);
  if (path === undefined) return refusal(404, 20_404, 'The requested resource was not found');
  if (path === '.json') return { status: 200, body: { sid: accountSid, status: 'active', friendly_name: 'Stand-in' } };
  if (path === '/Messages.json') return call.method === 'POST' ? create(books, call, lie) : list(books, call);
  const found = books.messages.find(({ sid }) => path === `/Messages/${sid}.json`);
  return found
    ? { status: 200, body: shown(books, found) }
    : refusal(404, 20_404, 'The requested resource was not found');
}

function create(books: Books, { body }: Call, lie: SmsLie | undefined): Answer {
  const form = new URLSearchParams(body);
  const to = form.get('To') ?? '';
  if (!/^\+\d{6,15}$/.test(to)) return refusal(400, 21_211, `The 'To' number ${to} is not a valid phone number.`);
  if (!form.get('From') && !form.get('MessagingServiceSid'))
    return refusal(400, 21_603, "A 'From' phone number is required.");
  if (lie === 'unsubscribed') return refusal(400, 21_610, 'Attempt to send to unsubscribed recipient');
  if (lie === 'too_many') return { ...refusal(429, 20_429, 'Too Many Requests'), headers: { 'retry-after': '1' } };
  const message: Message = {
    sid: newSid(),
    ref: null,
    to,
    body: form.get('Body') ?? '',
    status: 'queued',
    errorCode: null,
    at: nowOf(books.of),
    arrived: 0,
    callback: form.get('StatusCallback'),
  };
  books.messages.push(message);
  void reportTwilio(books, message, lie);
  const answer = shown(books, message);
  return {
    status: 201,
    body: {
      ...answer,
      status: 'queued',
      ...(lie === 'moved' && { to: '+16505550100' }),
      ...(lie === 'price' && { price: '-7.50' }),
    },
    ...(lie === 'slow' && { afterMs: books.of.slowMs ?? 29_000 }),
  };
}

function list(books: Books, { url }: Call): Answer {
  const to = url.searchParams.get('To');
  const since = url.searchParams.get('DateSent>');
  const found = books.messages.filter(
    (each) => (to === null || each.to === to) && (since === null || each.at.toISOString().slice(0, 10) >= since),
  );
  return { status: 200, body: { messages: found.toReversed().map((each) => shown(books, each)), next_page_uri: null } };
}

const shown = ({ of }: Books, { sid, to, body, status, errorCode, at }: Message) => ({
  account_sid: of.accountSid,
  sid,
  to,
  from: '+4930123456',
  body,
  num_segments: String(Math.ceil(body.length / 153)),
  status,
  error_code: errorCode,
  error_message: null,
  price: null,
  price_unit: 'USD',
  direction: 'outbound-api',
  date_created: at.toUTCString(),
});

const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
