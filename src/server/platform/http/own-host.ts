import type { IncomingMessage } from 'node:http';
import type { IsProxy } from '../config/proxies.ts';
import { lastOf } from './forwarded.ts';

/** A request as it came, with its connection. */
export type Raw = Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };

/** The name by which the caller reached us, with its port: what a trusted proxy passes on, else the Host header. */
export function hostOf({ headers, socket }: Raw, isProxy: IsProxy): string {
  return (isProxy(socket.remoteAddress) && lastOf(headers['x-forwarded-host'])) || (headers.host ?? '');
}

/** The name in a host, in lower case, without its port; nothing where it is none. */
export function nameIn(host: string): string {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host) ?? [];
  return name.toLowerCase();
}

interface Names {
  /** In lower case. */
  hosts: readonly string[];
  isProxy: IsProxy;
}

/**
 * Whether a caller reached us by a name of this installation. A foreign page whose own name resolves to us (DNS
 * rebinding) counts as our origin for the browser; only the name in the request shows it. Ports do not count.
 */
export function isOwnHost(request: Raw, { hosts, isProxy }: Names): boolean {
  return hosts.includes(nameIn(hostOf(request, isProxy)));
}
