import type { Connection } from '#contract/connections/endpoints.ts';
import type { DemoProviderName } from '#contract/demo/endpoints.ts';

/** Where a provider of the demo is, as its connection has it. */
export interface Connected {
  connection: Connection;
  port: number;
}

/** The connection that leads to a provider of the demo: one to this machine. */
export function connectedTo(connections: readonly Connection[], name: DemoProviderName): Connected | undefined {
  for (const connection of connections) {
    if (connection.adapter !== name) continue;
    const port = localPort((connection.draft ?? connection.value)?.settings ?? {});
    if (port !== undefined) return { connection, port };
  }
  return undefined;
}

/** The port of this machine to which settings of a connection lead, if they do. */
export function localPort(settings: Readonly<Record<string, string | number | boolean>>): number | undefined {
  const { stand_in: standIn, address, host = '', port = '' } = settings;
  const place = String(standIn ?? address ?? `sftp://${host}:${port}`);
  const { hostname, port: given } = URL.canParse(place) ? new URL(place) : {};
  return hostname === '127.0.0.1' ? Number(given) : undefined;
}
