import { gatewaySignature, twilioSignature } from './signatures.ts';
import { newSid, nowOf, type Books, type Message, type SmsLie } from './books.ts';

interface Step {
  status: string;
  code?: number;
  sid?: string;
  /** Changes nothing of the message itself. */
  isFalse?: true;
}

/** What becomes of a message, as it is reported; the last true step is what a later read says. */
function stepsOf(lie: SmsLie | undefined): Step[] {
  const sent: Step = { status: 'sent' };
  const delivered: Step = { status: 'delivered' };
  const steps: Partial<Record<SmsLie, Step[]>> = {
    filtered: [sent, { status: 'failed', code: 30_007 }],
    delivered_before_sent: [delivered, { ...sent, isFalse: true }],
    unknown_sid: [{ ...delivered, sid: newSid(), isFalse: true }, sent, delivered],
    opposite: [sent, delivered, { status: 'failed', code: 30_003, isFalse: true }],
    sent_for_ever: [sent],
    twice: [sent, delivered, delivered],
  };
  return (lie && steps[lie]) ?? [sent, delivered];
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function run(message: Message, lie: SmsLie | undefined, report: (step: Step) => Promise<void>): Promise<void> {
  // After the answer, as a network is slower than its API.
  await wait(20);
  for (const step of stepsOf(lie)) {
    if (!step.isFalse) {
      message.status = step.status;
      message.errorCode = step.code ?? null;
      if (step.status === 'delivered') message.arrived += 1;
    }
    await report(step);
  }
}

export function reportTwilio(books: Books, message: Message, lie: SmsLie | undefined): Promise<void> {
  return run(message, lie, async ({ status, code, sid = message.sid }) => {
    if (!message.callback) return;
    const form = new URLSearchParams({ MessageSid: sid, MessageStatus: status, To: message.to, From: '+4930123456' });
    if (code !== undefined) form.set('ErrorCode', String(code));
    const signed = lie === 'internal_url' ? 'http://10.0.0.7:3000/hooks/internal' : message.callback;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature(books.of.authToken, signed, form),
    };
    await post(books, message.callback, headers, form.toString());
  });
}

export function reportGateway(books: Books, message: Message, lie: SmsLie | undefined): Promise<void> {
  return run(message, lie, async ({ status, code, sid = message.sid }) => {
    const { reportTo, secret } = books.of;
    if (!reportTo) return;
    const ref = sid === message.sid ? message.ref : `m_${sid}`;
    const report = {
      ref,
      id: sid,
      status,
      ...(code !== undefined && { code: String(code) }),
      at: nowOf(books.of).toISOString(),
    };
    const body = JSON.stringify(report);
    const key = lie === 'internal_url' ? 'another-secret' : secret;
    const signature = gatewaySignature(key, Math.floor(nowOf(books.of).getTime() / 1000), body);
    await post(books, reportTo, { 'content-type': 'application/json', 'x-signature': signature }, body);
  });
}

async function post(books: Books, url: string, headers: Record<string, string>, body: string): Promise<void> {
  const { status } = await fetch(url, { method: 'POST', headers, body }).catch(() => ({ status: 0 }));
  books.reported.push(status);
}
