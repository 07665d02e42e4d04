import { expect, it } from 'vitest';
import { startServer } from '#test/server.ts';

const widget = { TICKER: 'widget', TICKER_URL: 'https://tape.example.com/t?theme={theme}&lang={locale}' };

it.each<[env: Record<string, string>, frames: string]>([
  [{}, "frame-src 'self' blob:;"],
  [{ ...widget, TICKER: 'embedded' }, "frame-src 'self' blob:;"],
  [widget, "frame-src 'self' blob: https://tape.example.com;"],
])('with %j frames may come from: %s', async (env, frames) => {
  const server = await startServer({ env });
  const { headers } = await server.call('GET /api/market/ticker');
  expect(headers.get('content-security-policy')).toContain(frames);
  await server.close();
});
