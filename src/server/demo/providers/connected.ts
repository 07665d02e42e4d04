import type { Connection } from '#contract/connections/endpoints.ts';
import type { DemoProviderName } from '#contract/demo/endpoints.ts';

/** Where a provider of the demo is, as its connection has it. */
export interface Connected {
  connection: Connection;
  /** Its address without a path. */
  url: string;
}

/** The connection that leads to a provider of the demo: one to this machine. */
export function connectedTo(connections: readonly Connection[], name: DemoProviderName): Connected | undefined {
  for (const connection of connections) {
    if (connection.adapter !== name) continue;
    const { stand_in: standIn, address } = (connection.draft ?? connection.value)?.settings ?? {};
    const given = String(standIn ?? address);
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (url?.hostname === '127.0.0.1') return { connection, url: url.origin };
  }
  return undefined;
}
