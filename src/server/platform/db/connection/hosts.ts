/** The parts of an address: up to the hosts, the hosts, the path, and the query. */
const parts = /^([^:]+:\/\/(?:[^/?@]*@)?)([^/?]*)([^?]*)\??(.*)$/;

/**
 * The address of each host that `url` names, in its order. As libpq has it, hosts stand in the authority or in `host`, each
 * with its own port.
 */
export function addressesOf(url: string): string[] {
  const [, start = '', authority = '', path = '', query = ''] = parts.exec(url) ?? [];
  const settings = new URLSearchParams(query);
  settings.delete('target_session_attrs');
  const hosts = settings.get('host')?.split(',') ?? [];
  const ports = settings.get('port')?.split(',') ?? [];
  if (hosts.length > 1)
    return hosts.map((host, nth) => {
      settings.set('host', host);
      const port = ports[nth] ?? ports[0];
      if (port !== undefined) settings.set('port', port);
      return `${start}${authority}${path}?${settings.toString()}`;
    });
  if (!authority.includes(',')) return [url];
  const rest = settings.size > 0 ? `?${settings.toString()}` : '';
  return authority.split(',').map((host) => `${start}${host}${path}${rest}`);
}

/** What the address asks of the server; undefined when it asks nothing. */
export function sessionKindOf(url: string): string | undefined {
  const [, , , , query = ''] = parts.exec(url) ?? [];
  return new URLSearchParams(query).get('target_session_attrs') ?? undefined;
}
