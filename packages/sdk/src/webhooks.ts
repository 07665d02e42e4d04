import type { WebhookEvent } from './generated/types.ts';

/** Headers of a request, as a `Headers` object or as Node has them. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/** How far the clocks of sender and receiver may differ, and how old a repetition may be. */
const toleranceS = 300;

/**
 * The event of a webhook, if it is signed under one of these secrets and fresh, else undefined: answer that with 400.
 * Events come at least once: skip an `id` that you know.
 * @param secret as the screen showed it, `whsec_…`; during a rotation both
 * @param body as it came, before any parsing
 */
export async function readWebhook(
  secret: string | readonly string[],
  headers: ReceivedHeaders,
  body: string,
  now: Date = new Date(),
): Promise<WebhookEvent | undefined> {
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    return typeof value === 'string' ? value : '';
  };
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp || Number.NaN)) < toleranceS)) return undefined;
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = header('webhook-signature').split(' ').map(bytesOf);
  for (const each of [secret].flat()) {
    const bytes = bytesOf(each.replace('whsec_', 'v1,'));
    if (!bytes) continue;
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures)
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return JSON.parse(body) as WebhookEvent;
  }
  return undefined;
}

/** The bytes of `v1,<base64>`; undefined for another version or what is no base64. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!text.startsWith('v1,')) return undefined;
  try {
    return Uint8Array.from(atob(text.slice(3)), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
