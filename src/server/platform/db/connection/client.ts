import { callbackify } from 'node:util';
import pg from 'pg';
import { addressesOf, sessionKindOf } from './hosts.ts';

/** A host that takes longer is passed over. */
const probeMs = 3000;
/** PostgreSQL's code for a server that accepts no writes. */
const readOnly = '25006';

/** The host that was the primary last, by the address that names several: it is tried first. */
const primaries = new Map<string, string>();

export type ClientConfig = pg.ClientConfig & { connectionString: string };

type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

/** A connection, which goes to the primary where the address names several hosts. */
export const newClient = (config: ClientConfig): pg.Client => new (clientFor(config.connectionString))(config);

/** The class of the connections to this address. */
export function clientFor(url: string): ClientClass {
  const addresses = addressesOf(url);
  return addresses.length === 1 && sessionKindOf(url) === undefined ? pg.Client : severalHosts(url, addresses);
}

/** The driver takes one host and knows no `target_session_attrs`, but needs the host only when it connects. */
function severalHosts(url: string, addresses: string[]): ClientClass {
  return class extends pg.Client {
    #isOver = false;

    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: addresses[0] });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connect = async () => {
        await this.#choose();
        return super.connect();
      };
      if (!callback) return connect();
      callbackify(connect)(callback);
      return undefined;
    }

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | undefined {
      this.#isOver = true;
      if (!callback) return super.end();
      super.end(callback);
      return undefined;
    }

    async #choose(): Promise<void> {
      const { host, port } = new pg.Client(await primaryOf(url, addresses));
      if (this.#isOver) throw new Error('Connection terminated');
      this.host = host;
      this.port = port;
    }
  };
}

/** @throws Error of the last host that was tried, as a statement on it would */
async function primaryOf(url: string, addresses: string[]): Promise<string> {
  const last = primaries.get(url);
  let failure: Error = new Error('no host is named');
  for (const address of last === undefined ? addresses : [last, ...addresses.filter((other) => other !== last)]) {
    try {
      if (await acceptsWrites(address)) {
        primaries.set(url, address);
        return address;
      }
      failure = Object.assign(new Error('no host of the address accepts writes'), { code: readOnly });
    } catch (error) {
      failure = error as Error;
    }
  }
  throw failure;
}

async function acceptsWrites(address: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'atrium host',
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ accepts: boolean }>(
      "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as accepts",
    );
    return rows[0]?.accepts ?? false;
  } finally {
    await client.end().catch(() => {});
  }
}
