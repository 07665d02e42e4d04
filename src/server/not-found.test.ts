import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { api, type EndpointName } from '#contract/api.ts';
import { exampleOf } from '#server/platform/http/openapi/example.ts';
import { jsonSchemaOf } from '#server/platform/http/openapi/json-schema.ts';
import { findsByAnId } from '#test/endpoints/not-found.ts';
import { png, sendBytes } from '#test/files/upload.ts';
import { codeOf } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What these take in place of the example that the API document shows. */
const instead: Partial<Record<EndpointName, { query?: Record<string, string>; body?: object }>> = {
  'jobs.try_again': { body: { event_id: '999999999' } },
  'reconciliation.credit_line': { body: { payment_id: randomUUID() } },
  'market.candles': { query: { symbol: 'NOWHERE', interval: '1h' } },
  'support.hours': { query: { room_id: randomUUID() } },
  'support.open_ticket': { body: { link: { type: 'payment', id: randomUUID() } } },
  'support.save_canned': { body: { texts: { en: 'We are open.' } } },
  'trading.history': { body: { trading_account_id: '90000001' } },
};

let server: TestServer;
let all: Session;
beforeAll(async () => {
  server = await startServer();
  all = await server.register({ roles: ['client', 'admin', 'compliance', 'finance', 'support'] });
});
afterAll(() => server.close());

const example = (schema?: z.ZodType) => (schema ? exampleOf(jsonSchemaOf(schema, 'input')) : {}) as object;

/** The status and the code that a call answers, whose ids lead to nothing. */
async function answered(name: EndpointName, endpoint: (typeof findsByAnId)[number][1]) {
  const { query, body } = instead[name] ?? {};
  const takesProof = endpoint.body instanceof z.ZodObject && 'current_password' in endpoint.body.shape;
  const proof = takesProof ? { current_password: all.password } : {};
  const asked = { ...example(endpoint.query), ...query } as Record<string, string>;
  if (!endpoint.body && endpoint.bodyLimit !== undefined) {
    const path = `${endpoint.route.replace('POST ', '')}?${new URLSearchParams(asked).toString()}`;
    const { status, refusal } = await sendBytes(server, all, path, await png());
    return [status, refusal.code];
  }
  const response = await server.call(api[name].route, {
    as: all,
    params: { ...example(endpoint.params) },
    query: asked,
    body: { ...example(endpoint.body), ...body, ...proof },
    headers: endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {},
  });
  return [response.status, codeOf(response)];
}

it.each(findsByAnId)('%s finds nothing by an unknown id', async (name, endpoint) => {
  expect(await answered(name, endpoint)).toEqual([404, 'http.not_found']);
});
