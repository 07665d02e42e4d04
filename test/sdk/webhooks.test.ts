import { expect, it } from 'vitest';
import { newWebhookSecret, signedHeaders } from '#server/operator/webhooks/sign.ts';
import { readWebhook } from '#sdk/index.ts';

const [secret, former] = [newWebhookSecret(), newWebhookSecret()];
const at = new Date('2026-03-02T15:00:00Z');
const event = { id: 'an-id', type: 'webhook.test', version: 1, timestamp: at.toISOString(), data: { who: 'Čeněk' } };
const body = JSON.stringify(event);
const headers = signedHeaders([secret, former], 'an-id', at, body);

it('reads an event that is signed under one of the secrets, from Node and from fetch', async () => {
  expect(await readWebhook(secret, headers, body, at)).toEqual(event);
  expect(await readWebhook([newWebhookSecret(), former], new Headers(headers), body, at)).toEqual(event);
});

it('reads no other', async () => {
  const later = (ms: number) => new Date(at.getTime() + ms);
  const without = (name: string) => ({ ...headers, [name]: undefined });
  const attempts: Parameters<typeof readWebhook>[] = [
    [newWebhookSecret(), headers, body, at],
    ['', headers, body, at],
    [secret, headers, `${body} `, at],
    [secret, { ...headers, 'webhook-id': 'another' }, body, at],
    [secret, { ...headers, 'webhook-signature': 'v1,%%% v2,AAAA v1,' }, body, at],
    [secret, headers, body, later(300_000)],
    [secret, headers, body, later(-301_000)],
    [secret, without('webhook-signature'), body, at],
    [secret, without('webhook-timestamp'), body, at],
  ];
  for (const attempt of attempts) expect(await readWebhook(...attempt)).toBeUndefined();
});
