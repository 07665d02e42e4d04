import type { App } from '#server/platform/app.ts';

/** A page that a client may be sent to: encrypted, or on this machine in a demo. */
export function isPage({ config }: Pick<App, 'config'>, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (config.demo && protocol === 'http:' && hostname === '127.0.0.1');
}
