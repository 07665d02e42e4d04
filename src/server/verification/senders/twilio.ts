import { z } from 'zod';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { OutgoingAnswer } from '#server/platform/connections/guarded-fetch.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import type {
  MessageSender,
  MessageState,
  PhoneMessage,
  SoughtMessage,
} from '#server/platform/connections/ports/messages.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { readJson } from '#server/platform/connections/read-json.ts';
import { twilioHooks } from './twilio-hooks.ts';

const settings = z.strictObject({
  account_sid: z.string().regex(/^AC[0-9a-f]{32}$/),
  /** A number, a sender name, or a messaging service. */
  sender: z.string().regex(/^(?:\+\d{6,15}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/),
  stand_in: z.url().optional(),
});
type Settings = z.output<typeof settings>;

const host = 'https://api.twilio.com';

/** Of a message; prices and the like are not ours to judge. */
const message = z.object({
  sid: z.string().regex(/^[SM]M[0-9a-f]{32}$/),
  to: z.string(),
  body: z.string().nullish(),
  status: z.string(),
  num_segments: z.string().regex(/^\d+$/).nullish(),
  error_code: z.number().nullish(),
});
type Message = z.output<typeof message>;
const refusal = z.object({ code: z.number(), message: z.string() });

/** Refusals that end by themselves, and those that an operator ends; others are about the number. */
const later = new Set([20_429, 14_107]);
const afterChange = new Set([20_003, 20_404, 21_408, 21_603, 21_606, 21_659]);

const states: Readonly<Record<string, MessageState['state']>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** Text messages by Twilio’s Messages. It has no key against repetitions, so a lost answer is looked up, never sent again. */
export const twilio: Adapter<'messages', typeof settings> = {
  name: 'twilio',
  port: 'messages',
  settings,
  hosts: () => [new URL(host).host],
  open: (connection, io) => openTwilio(connection, io),
};

function openTwilio({ settings: set, secrets, hookUrl }: Connection<Settings>, io: Io): MessageSender {
  const [authToken = ''] = secrets['auth_token'] ?? [];
  const account = `${set.stand_in ?? host}/2010-04-01/Accounts/${set.account_sid}`;
  const authorization = `Basic ${Buffer.from(`${set.account_sid}:${authToken}`).toString('base64')}`;

  const get = (purpose: string, ref: string | null, path: string) =>
    io.http({ purpose, ref, method: 'GET', url: `${account}${path}`, headers: { authorization } });

  async function send({ ref, to, text, expires }: PhoneMessage): Promise<Outcome<{ id: string; segments: number }>> {
    const seconds = Math.floor((expires.getTime() - io.now().getTime()) / 1000);
    const form = new URLSearchParams({ To: to, Body: text, StatusCallback: hookUrl });
    form.set(set.sender.startsWith('MG') ? 'MessagingServiceSid' : 'From', set.sender);
    form.set('ValidityPeriod', String(Math.min(Math.max(seconds, 1), 14_400)));
    const answer = await io.http({
      purpose: 'send message',
      ref,
      method: 'POST',
      url: `${account}/Messages.json`,
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const failed = failureOf(answer);
    if (failed) return failed;
    const created = answer.failure === null && answer.status === 201 ? readJson(answer, message) : undefined;
    if (!created) return { kind: 'unknown', detail: 'the answer is not a message' };
    // The code has gone elsewhere: this number has not got it.
    if (created.to !== to) return refused('another_number', `sent to ${created.to}`, 'never');
    if (states[created.status] === 'failed')
      return refused(String(created.error_code ?? created.status), created.status, 'never');
    return { kind: 'done', value: { id: created.sid, segments: Math.max(1, Number(created.num_segments ?? 1)) } };
  }

  async function find({ ref, id, to, since, isOurs }: SoughtMessage): Promise<Outcome<MessageState | null>> {
    const day = since.toISOString().slice(0, 10);
    const query = new URLSearchParams({ To: to, 'DateSent>': day, PageSize: '100' });
    const answer = await get(
      'look up message',
      ref,
      id === null ? `/Messages.json?${query.toString()}` : `/Messages/${id}.json`,
    );
    if (id !== null && answer.failure === null && answer.status === 404) return { kind: 'done', value: null };
    const failed = failureOf(answer);
    if (failed) return failed;
    if (answer.failure !== null) return { kind: 'unknown', detail: answer.reason };
    const found = id === null ? readJson(answer, z.object({ messages: z.array(message) })) : readJson(answer, message);
    if (!found) return { kind: 'unknown', detail: 'the answer is no list of messages' };
    const one = 'messages' in found ? found.messages.find(({ body }) => isOurs(body ?? '')) : found;
    return one ? stateOf(one) : { kind: 'done', value: null };
  }

  return {
    send,
    find,
    hooks: twilioHooks(secrets['auth_token'] ?? []),
    test: () =>
      probe([
        [
          'read the account',
          async () => {
            const answer = await get('test', null, '.json');
            const failed = failureOf(answer);
            if (failed) return failed;
            const found =
              answer.failure === null ? readJson(answer, z.object({ sid: z.string(), status: z.string() })) : undefined;
            if (found?.sid !== set.account_sid) return { kind: 'unknown', detail: 'the answer is not this account' };
            return found.status === 'active'
              ? { kind: 'done', value: found.status }
              : refused(found.status, `the account is ${found.status}`, 'after_change');
          },
        ],
      ]),
  };
}

const refused = (code: string, text: string, again: 'never' | 'later' | 'after_change') =>
  ({ kind: 'refused', code, text, again }) as const;

function stateOf({ sid, status, error_code: code, num_segments: segments }: Message): Outcome<MessageState> {
  const state = states[status];
  if (!state) return { kind: 'unknown', detail: `unknown status ${status}` };
  return {
    kind: 'done',
    value: { id: sid, state, reason: code ? String(code) : null, segments: segments ? Number(segments) : null },
  };
}

/** What is no success: a documented refusal, or an answer that says nothing for sure. */
function failureOf(answer: OutgoingAnswer): Exclude<Outcome<never>, { kind: 'done' }> | null {
  if (answer.failure !== null)
    return answer.sent ? { kind: 'unknown', detail: answer.reason } : refused(answer.failure, answer.reason, 'later');
  if (answer.status < 400) return null;
  const why = answer.status < 500 ? readJson(answer, refusal) : undefined;
  if (!why) return { kind: 'unknown', detail: `status ${answer.status}` };
  return refused(
    String(why.code),
    why.message,
    later.has(why.code) ? 'later' : afterChange.has(why.code) ? 'after_change' : 'never',
  );
}
