import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicEvents, retryPausesS } from '#contract/operator/event-names.ts';
import { scopes } from '#contract/operator/names.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { newWebhookSecret, signedHeaders } from './webhooks/sign.ts';

/** Checks that the statements of docs/operator-api.md and the API page are true. */
const page = readFileSync(resolve(import.meta.dirname, '../../../docs/operator-api.md'), 'utf8');

interface Document {
  webhooks: Record<string, unknown>;
  components: { securitySchemes: Record<string, unknown> };
  paths: Record<string, { get?: { security?: Record<string, string[]>[] } }>;
}

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), 'atrium-docs-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('the page', () => {
  it('has an example that knows our signatures from others’', async () => {
    const [, example = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
    const file = join(folder, 'verify.ts');
    await writeFile(file, example);
    const { isFromAtrium } = (await import(/* @vite-ignore */ file)) as {
      isFromAtrium: (secret: string, headers: Record<string, string>, body: string, now: number) => boolean;
    };
    const [former, present] = [newWebhookSecret(), newWebhookSecret()];
    const at = server.clock.now();
    const body = '{"type":"webhook.test","data":{"who":"Čeněk"}}';
    const headers = signedHeaders([present, former], 'an-id', at, body);
    for (const secret of [former, present]) expect(isFromAtrium(secret, headers, body, at.getTime())).toBe(true);
    expect(isFromAtrium(newWebhookSecret(), headers, body, at.getTime())).toBe(false);
    expect(isFromAtrium(present, headers, `${body} `, at.getTime())).toBe(false);
    expect(isFromAtrium(present, headers, body, at.getTime() + 301_000)).toBe(false);
    expect(isFromAtrium(present, { ...headers, 'webhook-id': 'another' }, body, at.getTime())).toBe(false);
  });

  it('names every scope and every event, and how often is tried', () => {
    expect([...scopes, ...publicEvents].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    const pauses = retryPausesS.map((s) => (s < 60 ? `${s} s` : s < 3600 ? `${s / 60} min` : `${s / 3600} h`));
    const text = page.replaceAll(/\s+/g, ' ').replace(' and 24 h.', ', 24 h.');
    expect(text).toContain(`${pauses.join(', ')}.`);
  });
});

it('is an OpenAPI document, with its own security and the webhooks', async () => {
  const response = await fetch(`${server.url}/api/operator/openapi.json`);
  const document = (await response.json()) as Document;
  expect(document.components.securitySchemes).toHaveProperty('key');
  expect(document.paths['/api/operator/v1/payments/{id}']?.get?.security).toEqual([{ key: ['payments:read'] }]);
  expect(Object.keys(document.webhooks)).toEqual([...publicEvents, 'webhook.test']);
});
