import { createHmac } from 'node:crypto';

/** As Twilio signs a callback with a form: the public address, then each parameter by name. */
export function twilioSignature(token: string, url: string, form: URLSearchParams): string {
  const pairs = [...new Set(form.keys())].toSorted().map((name) => `${name}${form.get(name)}`);
  return createHmac('sha1', token)
    .update(`${url}${pairs.join('')}`)
    .digest('base64');
}

/** As docs/connections/http-gateway.md has it. */
export const gatewaySignature = (secret: string, seconds: number, text: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;
