import { z } from 'zod';
import type { Connection } from '#server/platform/connections/adapter.ts';
import type { OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';

/** Of a store of BTCPay Server, to be paid and to pay. */
export const btcpaySettings = z.strictObject({
  /** Of the operator's own BTCPay Server. */
  address: z.url().max(500),
  store_id: z.string().regex(/^[A-Za-z0-9]{1,60}$/),
  /** Its coins are those of a test network: play money. */
  test_network: z.boolean(),
});
export type BtcpaySettings = z.output<typeof btcpaySettings>;

/** A call of the Greenfield API. */
export function btcpayCall(
  { settings, secrets }: Connection<BtcpaySettings>,
  method: OutgoingCall['method'],
  path: string,
  { purpose, ref }: { purpose: string; ref?: string },
  body?: object,
): OutgoingCall {
  const [apiKey = ''] = secrets['api_key'] ?? [];
  return {
    purpose,
    ref: ref ?? null,
    method,
    url: `${settings.address.replace(/\/+$/, '')}/api/v1${path}`,
    headers: { authorization: `token ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  };
}
