import type { Answer } from '../answer.ts';
import { startStandIn, type Call, type RunningStandIn } from '../http-stand-in.ts';
import { smsLies, type Books, type Message, type Sms, type SmsLie } from './books.ts';
import { answerGateway } from './gateway.ts';
import { answerTwilio } from './twilio.ts';

/** Twilio’s messages and the general gateway, with one list of messages, which `/` shows. */
export async function startSms(of: Sms): Promise<RunningStandIn<SmsLie> & Books> {
  const books: Books = { of, messages: [], reported: [] };
  const handle = (call: Call, lie: SmsLie | undefined): Answer | Promise<Answer> => {
    if (call.url.pathname.startsWith('/2010-04-01/')) return answerTwilio(books, call, lie);
    if (call.url.pathname === '/gateway') return answerGateway(books, call, lie);
    return { status: 404, body: {} };
  };
  const running = await startStandIn({
    ...of,
    handle,
    lies: smsLies,
    seen: () => books.messages,
    index: {
      name: 'text messages',
      lists: () => [{ title: 'Messages', shown: books.messages.toReversed().map(shownOf) }],
    },
  });
  return { ...running, ...books };
}

const shownOf = ({ sid, at, to, status, body }: Message) => ({
  id: sid,
  text: `${at.toISOString()} ${to} ${status}\n${body}`,
});
