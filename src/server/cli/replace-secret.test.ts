import { afterAll, expect, it } from 'vitest';
import { isSigned } from '#test/external-services/webhook-receiver.ts';
import { startWebhooks } from '#test/external-services/webhooks.ts';
import { replaceSecret } from './replace-secret.ts';

const { server, receiver, made, happens, send, close } = await startWebhooks();
afterAll(close);

it('webhooks are signed as before under another secret of the installation', async () => {
  const { secret } = await made({ events: ['client.registered'] });
  const { config, db } = server.app;
  const former = config.appSecret;
  const present = 'another secret of the same installation';
  await expect(db.tx((tx) => replaceSecret(tx, present, former))).rejects.toThrow('APP_SECRET');
  await db.tx((tx) => replaceSecret(tx, former, present));
  Object.assign(config, { appSecret: present, formerSecret: former });
  await happens();
  await send();
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received.every((each) => isSigned(secret, each))).toBe(true);
});
