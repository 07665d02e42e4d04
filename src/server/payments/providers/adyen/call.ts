import type { Connection } from '#server/platform/connections/adapter.ts';
import type { OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';

interface About {
  purpose: string;
  ref?: string;
  /** The same call with the same one is answered as the first time. */
  key?: string;
}

/** A call to Adyen with the API key of a connection. */
export function adyenCall(
  { secrets }: Pick<Connection<unknown>, 'secrets'>,
  method: OutgoingCall['method'],
  url: string,
  { purpose, ref, key }: About,
  body?: object,
): OutgoingCall {
  const [apiKey = ''] = secrets['api_key'] ?? [];
  return {
    purpose,
    ref: ref ?? null,
    method,
    url,
    headers: {
      'x-api-key': apiKey,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}
