import { startStandIn, type Answer, type Call, type RunningStandIn } from '../http-stand-in.ts';
import { smsLies, type Books, type Sms, type SmsLie } from './books.ts';
import { answerGateway } from './gateway.ts';
import { answerTwilio } from './twilio.ts';

/** Twilio’s messages and the general gateway, with one list of messages, which `/` shows. */
export async function startSms(of: Sms): Promise<RunningStandIn<SmsLie> & Books> {
  const books: Books = { of, messages: [], reported: [] };
  const handle = (call: Call, lie: SmsLie | undefined): Answer | Promise<Answer> => {
    if (call.url.pathname.startsWith('/2010-04-01/')) return answerTwilio(books, call, lie);
    if (call.url.pathname === '/gateway') return answerGateway(books, call, lie);
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: page(books) };
  };
  const running = await startStandIn({ ...of, handle, lies: smsLies, seen: () => books.messages });
  return { ...running, ...books };
}

const page = ({ messages }: Books) =>
  messages
    .toReversed()
    .map(({ at, to, status, body }) => `${at.toISOString()} ${to} ${status}\n${body}\n`)
    .join('\n');
