import { z } from 'zod';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { Hooks } from '#server/platform/connections/hooks.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import type {
  MessageSender,
  MessageState,
  PhoneMessage,
  SoughtMessage,
} from '#server/platform/connections/ports/messages.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { findByWire, openWire, readWire, type Wire } from '#server/platform/connections/wire.ts';

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

function openGateway(connection: Connection<Settings>, io: Io): MessageSender {
  const { address: url, sender } = connection.settings;
  const wire = openWire(connection, io);

  async function send({
    ref,
    to,
    text,
    kind,
    expires,
  }: PhoneMessage): Promise<Outcome<{ id: string; segments: number }>> {
    const body = { id: ref, to, text, sender, ref, kind, expires: expires.toISOString() };
    const given = readWire(await wire.call({ purpose: 'send message', ref, url, body }), accepted);
    if (given.kind !== 'done') return given;
    const { id, segments = 1 } = given.value;
    if (given.value.to !== undefined && given.value.to !== to)
      return { kind: 'refused', code: 'another_number', text: `sent to ${given.value.to}`, again: 'never' };
    return { kind: 'done', value: { id, segments } };
  }

  async function find({ ref, to }: Pick<SoughtMessage, 'ref' | 'to'>): Promise<Outcome<MessageState | null>> {
    const found = findByWire(
      await wire.call({ purpose: 'look up message', ref, expects: 404, url, query: { ref } }),
      known,
    );
    if (found.kind !== 'done' || found.value === null) return found as Outcome<null>;
    const { id, status, code = null } = found.value;
    // It went elsewhere, as when it was sent: this number has not got it, whatever was delivered.
    if (found.value.to !== undefined && found.value.to !== to)
      return { kind: 'done', value: { id, state: 'failed', reason: 'another_number', segments: null } };
    return { kind: 'done', value: { id, state: states[status], reason: code, segments: null } };
  }

  return {
    send,
    find,
    hooks: hooksOf(wire),
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

const hooksOf = ({ verify }: Wire): Hooks => ({
  verify,
  read({ raw }) {
    const { ref, id, status } = report.parse(JSON.parse(raw.toString('utf8')));
    return [{ eventId: `${id}:${status}`, type: `message.${status}`, subject: id, ref }];
  },
  answer: (outcome) => ({ status: outcome === 'taken' ? 204 : 503, body: '' }),
  keptHeaders: ['content-type'],
});
