import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { AdapterTerms } from '#contract/connections/names.ts';
import type { Adapter } from '#server/platform/connections/adapter.ts';
import type { Hooks } from '#server/platform/connections/hooks.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';

/** What a provider of payments that exists in tests alone takes. */
export const standInTerms: AdapterTerms = {
  port: 'payments',
  settings: { address: { kind: 'address' }, mode: { kind: 'choice', of: ['test', 'live'], account: true } },
  secrets: { api_key: {}, hook_secret: {} },
  hooks: true,
};

const settings = z.strictObject({ address: z.string(), mode: z.enum(['test', 'live']) });

export const signed = (secret: string, raw: string | Buffer) => createHmac('sha256', secret).update(raw).digest('hex');

const isSigned = (secret: string, raw: Buffer, signature: string) => {
  const due = Buffer.from(signed(secret, raw));
  return due.length === signature.length && timingSafeEqual(due, Buffer.from(signature));
};

const event = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string().nullable(),
  ref: z.string().nullable(),
});

function hooksBy(secrets: readonly string[], now: () => Date): Hooks {
  return {
    keptHeaders: ['x-kept'],
    verify({ headers, raw }) {
      const at = secrets.findIndex((secret) => isSigned(secret, raw, headers['x-signature'] ?? ''));
      if (at < 0) return 'bad_signature';
      const sentAt = Number(headers['x-sent-at'] ?? now().getTime());
      if (Math.abs(now().getTime() - sentAt) > 300_000) return 'too_old';
      return at === 0 ? 'valid' : 'second_secret';
    },
    read: ({ raw }) => {
      const { id, ...rest } = event.parse(JSON.parse(raw.toString()));
      return [{ eventId: id, ...rest }];
    },
    answer: (outcome) => (outcome === 'taken' ? { status: 200, body: '[accepted]' } : { status: 503, body: '' }),
  };
}

const notHere: Promise<Outcome<never>> = Promise.resolve({
  kind: 'refused',
  code: 'not_here',
  text: 'not in this test',
  again: 'never',
});

export const standInAdapter: Adapter<'payments', typeof settings> = {
  name: 'stand_in',
  port: 'payments',
  settings,
  hosts: () => [],
  open: ({ settings: { address }, secrets }, io) => ({
    method: 'card',
    hooks: hooksBy(secrets['hook_secret'] ?? [], () => io.now()),
    async test() {
      const began = performance.now();
      const answer = await io.http({
        purpose: 'sign in',
        ref: null,
        method: 'GET',
        url: `${address}/v1/me?token=hidden`,
        headers: { authorization: `Bearer ${secrets['api_key']?.[0]}` },
      });
      const ok = answer.failure === null && answer.status === 200;
      const detail = answer.failure === null ? `status ${answer.status}` : answer.reason;
      return { ok, steps: [{ name: 'sign in', ok, ms: Math.round(performance.now() - began), detail }] };
    },
    start: () => notHere,
    lookUp: () => notHere,
    refund: () => notHere,
  }),
};

/** A provider on this machine, which knows its key. */
export async function openStandIn(apiKey: string) {
  const seen: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    await text(request);
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(request.headers.authorization === `Bearer ${apiKey}` ? 200 : 401).end('{}');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}
