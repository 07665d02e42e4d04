import pg from 'pg';
import { ownMigration, ownVersion } from '../../monitoring/own-version.ts';
import type { Secrets } from '../../secrets/token.ts';
import { columnTypes } from '../types.ts';
import { clientFor } from './client.ts';
import { brackets } from './statement-group.ts';

/** Limits of a pool. All times in milliseconds; 0 switches one off. */
export type PoolSettings = {
  connections?: number;
  connectionTimeoutMs?: number;
  statementTimeoutMs?: number;
  /**
   * How long a statement waits for a lock of another transaction; less than its whole time, so that the two cases
   * differ.
   */
  lockTimeoutMs?: number;
  idleInTransactionTimeoutMs?: number;
  applicationName?: string;
  /** For connections that write or verify rows with MACs. */
  secrets?: Secrets;
};

type Log = Record<'warn', (fields: object, message: string) => void>;

const defaultConnections = 16;

/**
 * Set on each new connection and not in its first message, which a pooler such as PgBouncer refuses. Without JIT: it takes
 * a second to compile a statement that takes milliseconds.
 */
function sessionSettings(settings: PoolSettings, isReadOnly: boolean): string {
  const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = settings;
  // An address may name another one, which the driver prefers to its settings.
  return `
    set application_name = ${pg.escapeLiteral(nameOf(settings))};
    set statement_timeout = ${statementTimeoutMs ?? 15_000}; set lock_timeout = ${lockTimeoutMs ?? 10_000};
    set idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs ?? 30_000}; set jit = off;
    set client_min_messages = notice${isReadOnly ? '; set default_transaction_read_only = on' : ''}`;
}

/** A migration reads from it which builds use the database: their version, and the number of their newest migration. */
const nameOf = ({ applicationName }: PoolSettings): string =>
  applicationName ?? `atrium ${ownVersion()} ${ownMigration().slice(0, 4)}`;

/** Only its words: the driver hangs the whole connection on the error, password included. */
export const connectionLost = (log: Log) => (error: Error) =>
  log.warn({ reason: error.message }, 'a database connection was lost');

/**
 * The pool of connections to an address, and how a single one of them is made.
 * @param onNotice takes what a statement reports
 */
export function openPool(
  url: string,
  log: Log,
  settings: PoolSettings & { isReadOnly?: boolean },
  onNotice: (message: string) => void = () => {},
) {
  const { isReadOnly = false } = settings;
  const session = sessionSettings(settings, isReadOnly);
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: settings.connectionTimeoutMs ?? 10_000,
    application_name: nameOf(settings),
    keepAlive: true,
  };
  const setUp = async (client: pg.ClientBase): Promise<void> => {
    client.on('notice', ({ message = '' }) => onNotice(message));
    await client.query(session);
    for (const [name, text] of Object.entries(brackets)) await client.query({ name, text });
  };
  const pool = new pg.Pool({
    ...connection,
    Client: clientFor(url),
    max: settings.connections ?? defaultConnections,
    // A connection costs a process of the server; opening one costs five statements.
    idleTimeoutMillis: 300_000,
    // The pool waits for it, whatever its types say.
    // oxlint-disable-next-line typescript/no-misused-promises -- the types of pg know no promise here, its code does
    onConnect: setUp,
    types: columnTypes,
  });
  pool.on('error', connectionLost(log));
  return { pool, connection };
}
