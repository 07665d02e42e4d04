import { z } from 'zod';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { OutgoingAnswer } from '#server/platform/connections/guarded-fetch.ts';
import type { Hooks } from '#server/platform/connections/hooks.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import type {
  MessageSender,
  MessageState,
  PhoneMessage,
  SoughtMessage,
} from '#server/platform/connections/ports/messages.ts';
import { checkGateway, gatewaySignature } from './gateway-signature.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { readJson } from '#server/platform/connections/read-json.ts';

const settings = z.strictObject({ address: z.url(), sender: z.string().min(1).max(20) });
type Settings = z.output<typeof settings>;

const accepted = z.object({
  id: z.string().min(1).max(200),
  status: z.literal('accepted'),
  to: z.string().optional(),
  segments: z.number().int().positive().optional(),
});
const known = z.object({
  id: z.string().min(1).max(200),
  status: z.enum(['accepted', 'sent', 'delivered', 'failed', 'expired']),
  to: z.string().optional(),
  code: z.string().max(60).optional(),
});
const report = z.object({
  ref: z.string().max(80),
  id: z.string().min(1).max(200),
  status: z.enum(['sent', 'delivered', 'failed', 'expired']),
});
const refusal = z.object({ code: z.string().max(60), message: z.string() });

const states = {
  accepted: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  expired: 'failed',
} as const;

/** Text messages by a gateway that keeps to docs/connections/http-gateway.md. */
export const httpGateway: Adapter<'messages', typeof settings> = {
  name: 'http_gateway',
  port: 'messages',
  settings,
  hosts: () => [],
  open: (connection, io) => openGateway(connection, io),
};

function openGateway({ settings: set, secrets }: Connection<Settings>, io: Io): MessageSender {
  const [bearer = ''] = secrets['bearer'] ?? [];
  const signing = secrets['signing_secret'] ?? [];

  function call(purpose: string, ref: string | null, sent: { query: string } | { body: string }) {
    const text = 'query' in sent ? sent.query : sent.body;
    const seconds = Math.floor(io.now().getTime() / 1000);
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'x-signature': gatewaySignature(signing[0] ?? '', seconds, text),
    };
    if ('body' in sent) return io.http({ purpose, ref, method: 'POST', url: set.address, headers, body: sent.body });
    return io.http({ purpose, ref, method: 'GET', url: `${set.address}?${sent.query}`, headers });
  }

  async function send({
    ref,
    to,
    text,
    kind,
    expires,
  }: PhoneMessage): Promise<Outcome<{ id: string; segments: number }>> {
    const body = JSON.stringify({ id: ref, to, text, sender: set.sender, ref, kind, expires: expires.toISOString() });
    const answer = await call('send message', ref, { body });
    const failed = failureOf(answer);
    if (failed) return failed;
    const given = answer.failure === null && answer.status < 300 ? readJson(answer, accepted) : undefined;
    if (!given) return { kind: 'unknown', detail: 'the answer does not accept the message' };
    if (given.to !== undefined && given.to !== to)
      return { kind: 'refused', code: 'another_number', text: `sent to ${given.to}`, again: 'never' };
    return { kind: 'done', value: { id: given.id, segments: given.segments ?? 1 } };
  }

  async function find({ ref, to }: Pick<SoughtMessage, 'ref' | 'to'>): Promise<Outcome<MessageState | null>> {
    const answer = await call('look up message', ref, { query: new URLSearchParams({ ref }).toString() });
    if (answer.failure === null && answer.status === 404 && readJson(answer, refusal)?.code === 'unknown')
      return { kind: 'done', value: null };
    const failed = failureOf(answer);
    if (failed) return failed;
    const found = answer.failure === null && answer.status < 300 ? readJson(answer, known) : undefined;
    if (!found) return { kind: 'unknown', detail: 'the answer is not a message' };
    const { id, status, code = null } = found;
    // It went elsewhere, as when it was sent: this number has not got it, whatever was delivered.
    if (found.to !== undefined && found.to !== to)
      return { kind: 'done', value: { id, state: 'failed', reason: 'another_number', segments: null } };
    return { kind: 'done', value: { id, state: states[status], reason: code, segments: null } };
  }

  return {
    send,
    find,
    hooks: hooksOf(signing, io),
    test: () =>
      probe([
        [
          'look up a message that does not exist',
          async () => {
            const found = await find({ ref: 'atrium-test', to: '' });
            return found.kind === 'done'
              ? { kind: 'done', value: 'the gateway knows the token and the signature' }
              : found;
          },
        ],
      ]),
  };
}

const hooksOf = (signing: readonly string[], io: Io): Hooks => ({
  verify: ({ headers, raw }) => checkGateway(signing, headers['x-signature'], raw.toString('utf8'), io.now()),
  read({ raw }) {
    const { ref, id, status } = report.parse(JSON.parse(raw.toString('utf8')));
    return [{ eventId: `${id}:${status}`, type: `message.${status}`, subject: id, ref }];
  },
  answer: (outcome) => ({ status: outcome === 'taken' ? 204 : 503, body: '' }),
  keptHeaders: ['content-type'],
});

/** Only 4xx with a code is a refusal; 429 and 401 end by themselves or by the operator. */
function failureOf(answer: OutgoingAnswer): Exclude<Outcome<never>, { kind: 'done' }> | null {
  if (answer.failure !== null)
    return answer.sent
      ? { kind: 'unknown', detail: answer.reason }
      : { kind: 'refused', code: answer.failure, text: answer.reason, again: 'later' };
  if (answer.status < 400) return null;
  const why = answer.status < 500 ? readJson(answer, refusal) : undefined;
  if (!why) return { kind: 'unknown', detail: `status ${answer.status}` };
  const again =
    answer.status === 429 ? 'later' : answer.status === 401 || answer.status === 403 ? 'after_change' : 'never';
  return { kind: 'refused', code: why.code, text: why.message, again };
}
