import type pg from 'pg';
import type { MigrationSteps } from './db/migrate.ts';
import { beginAuditMacs } from './audit-resign.ts';
import { coverAnew, sealAll } from './all-row-macs.ts';
import { sql } from './db/sql.ts';
import { keyedHash, type Secrets, type TokenPurpose } from './token.ts';

/** Where hashes of bearer secrets are stored that outlive an upgrade, and by which columns a row is found. */
interface Stored {
  table: string;
  key: string[];
  hashes: Record<string, TokenPurpose>;
  /** Rows that still open something. */
  open: string;
}

const stored: readonly Stored[] = [
  {
    table: 'session',
    key: ['id'],
    hashes: { token_hash: 'session', binding_hash: 'session binding' },
    open: 'revoked_at is null',
  },
  {
    table: 'paper_session',
    key: ['id'],
    hashes: { token_hash: 'terminal session', binding_hash: 'terminal binding' },
    open: 'revoked_at is null',
  },
  {
    table: 'one_time_token',
    key: ['hash'],
    hashes: { hash: 'one-time link' },
    open: "expires_at > now() - interval '1 year'",
  },
  { table: 'email_change', key: ['id'], hashes: { token_hash: 'email change' }, open: 'token_hash is not null' },
  {
    table: 'payment_destination',
    key: ['id'],
    hashes: { token_hash: 'payment destination' },
    open: 'token_hash is not null',
  },
  { table: 'known_device', key: ['client_id', 'hash'], hashes: { hash: 'known device' }, open: 'true' },
  { table: 'operator_key_secret', key: ['hash'], hashes: { hash: 'operator key' }, open: 'true' },
  { table: 'ipo_calendar_feed', key: ['token_hash'], hashes: { token_hash: 'calendar feed' }, open: 'true' },
];

const batch = 5000;

/** What the MAC of a session covered at first. */
const firstSession = sql`jsonb_build_array(s.id, s.client_id, encode(s.token_hash, 'hex'), s.issued_by)::text`;

/** Whose rows got MACs at first. */
const firstSecured = [
  'client',
  'one_time_token',
  'operator_key_secret',
  'passkey',
  'recovery_code',
  'email_change',
  'sign_in_challenge',
] as const;

/** What the files of `migrations/` cannot do without the installation's secret. */
export const migrationSteps = ({ appSecret, formerSecret }: Secrets): MigrationSteps => ({
  '0131_keyed_secrets.sql': async (client) => {
    for (const one of stored) await keyHashes(client, appSecret, one);
  },
  '0132_security_macs.sql': async (client) => {
    await sealAll(
      client,
      appSecret,
      firstSecured.map((table) => ({ table, rows: 'all' })),
    );
    await sealAll(client, appSecret, [{ table: 'session', rows: 'all', content: firstSession }]);
  },
  '0166_macs_of_terminals_and_proposals.sql': async (client) => {
    await coverAnew(client, { appSecret, formerSecret }, 'session', firstSession);
    await sealAll(
      client,
      appSecret,
      (['platform_token', 'paper_session', 'proposal', 'ipo_proposal', 'trading_transfer_outcome'] as const).map(
        (table) => ({ table, rows: 'open' }),
      ),
    );
  },
  '0167_macs_of_payments.sql': (client) =>
    sealAll(
      client,
      appSecret,
      (['payment', 'payment_approval', 'payment_destination'] as const).map((table) => ({ table, rows: 'open' })),
    ),
  '0168_audit_macs.sql': (client) => beginAuditMacs(client, appSecret),
});

/** Rows are read by a cursor, which sees them as they were: none is rewritten twice. */
async function keyHashes(client: pg.ClientBase, secret: string, { table, key, hashes, open }: Stored): Promise<void> {
  const columns = Object.keys(hashes);
  const found = [...new Set([...key, ...columns])];
  await client.query(`declare plain cursor for select ${found.join(', ')} from ${table} where ${open}`);
  for (;;) {
    const { rows } = await client.query<Record<string, unknown>>(`fetch ${batch} from plain`);
    if (rows.length === 0) break;
    const keyed = columns.map((column) =>
      rows.map((row) => keyedHash(secret, hashes[column] as TokenPurpose, row[column] as Buffer)),
    );
    await client.query(updateOf(table, key, columns), [
      ...key.map((column) => rows.map((row) => row[column])),
      ...keyed,
    ]);
  }
  await client.query('close plain');
}

function updateOf(table: string, key: string[], columns: string[]): string {
  const typeOf = (column: string) => (column.endsWith('hash') ? 'bytea[]' : 'uuid[]');
  const places = [...key, ...columns].map((column, place) => `$${place + 1}::${typeOf(column)}`);
  const names = [...key.map((column) => `key_${column}`), ...columns.map((column) => `new_${column}`)];
  return `
    update ${table} t set ${columns.map((column) => `${column} = n.new_${column}`).join(', ')}
    from unnest(${places.join(', ')}) as n (${names.join(', ')})
    where ${key.map((column) => `t.${column} = n.key_${column}`).join(' and ')}`;
}
