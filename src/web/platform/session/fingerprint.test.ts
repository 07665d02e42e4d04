import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { switchLanguage } from '../i18n/i18n.tsx';
import { fingerprintStatus, sendFingerprint } from './fingerprint.ts';

let input: Record<string, unknown>[];
let status: number;
beforeAll(() => switchLanguage('en'));
beforeEach(() => {
  input = [];
  status = 200;
  fingerprintStatus.set(null);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    input.push({ path, ...(JSON.parse(body as string) as object) });
    return Response.json({ status: 'stored', known: true }, { status });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('stores the response about the device, and returns it', async () => {
  const reported = { status: 'stored', known: true };
  expect(await sendFingerprint('POST /api/login')).toEqual(reported);
  expect(fingerprintStatus.get()).toEqual(reported);
  expect(input).toMatchObject([{ path: '/api/fingerprint', type: 'login' }]);
});

it('stores nothing of a report that failed, and throws', async () => {
  status = 409;
  await expect(sendFingerprint('POST /api/login')).rejects.toMatchObject({ status: 409 });
  expect(fingerprintStatus.get()).toBeNull();
});
