import type { Connection, ConnectionAdapter } from '#contract/connections/endpoints.ts';
import type { AdapterTerms, PortName } from '#contract/connections/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { hookUrlOf } from '#server/platform/connections/connections.ts';
import type { ConnectionValue } from '#server/platform/connections/value.ts';
import { sql } from '#server/platform/db/sql.ts';
import { offTakesTwo, removalTakesTwo, takesTwo, type StoredProbe } from './lock-connection.ts';
import { hasStandIns } from './read-input.ts';
import { undecidedAt } from './undecided.ts';

interface Row {
  id: string;
  port: PortName;
  adapter: string;
  hookPath: string;
  state: 'off' | 'on';
  value: ConnectionValue | null;
  draft: ConnectionValue | null;
  version: number;
  probe: StoredProbe | null;
  secrets: Connection['secrets'];
  okAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
  waiting: number;
  failed: number;
  refused: number;
  undecided: number;
}

/** Every connection, with what is known of its health. */
export async function listConnections(app: App): Promise<{ adapters: ConnectionAdapter[]; connections: Connection[] }> {
  const now = app.clock.now();
  const rows = await app.db.rows<Row>(sql`
    select j.id, j.port, j.adapter, j.hook_path as "hookPath", j.state, j.value, j.draft, j.version, j.probe,
           coalesce((
             select jsonb_agg(jsonb_build_object('name', s.name, 'hint', s.hint, 'waiting', s.used_at is null,
                      'ends_at', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.name, s.id desc)
             from connection_secret s where s.connection_id = j.id and (s.ends_at is null or s.ends_at > ${now})), '[]') as secrets,
           (select max(c.at) from connection_call c where c.connection_id = j.id and c.status < 400) as "okAt",
           ${undecidedAt(sql`j.id`)} as undecided,
           f.at as "failedAt", f.failure,
           (select count(*)::int from inbox_event e where e.connection_id = j.id and e.state = 'waiting') as waiting,
           (select count(*)::int from inbox_event e where e.connection_id = j.id and e.state = 'failed') as failed,
           (select coalesce(sum(r.count), 0)::int from refused_hook r
            where r.connection_id = j.id and r.minute > ${new Date(now.getTime() - 86_400_000)}) as refused
    from connection j left join lateral (
      (select c.at, coalesce(c.failure, c.status::text) as failure from connection_call c
       where c.connection_id = j.id and (c.failure is not null or c.status >= 400 and not c.expected) order by c.at desc limit 1)
      union all
      select s.failed_at, s.failure from provider_sweep s where s.connection_id = j.id and s.failed_at is not null
      order by at desc limit 1) f on true
    where j.state <> 'removed' order by j.port, coalesce(j.value, j.draft) -> 'order', j.id`);
  const adapters = app.connections.adapters();
  return {
    adapters: adapters.map(({ name, terms }) => showAdapter(app, name, terms)),
    connections: rows.map((row) => show(app, row, adapters.find(({ name }) => name === row.adapter)?.terms)),
  };
}

function showAdapter(app: App, name: string, { port, hooks, settings, secrets }: AdapterTerms): ConnectionAdapter {
  const fields = Object.entries(settings)
    .filter(([, { kind }]) => kind !== 'stand_in' || hasStandIns(app))
    .map(([field, terms]) => ({
      name: field,
      kind: terms.kind,
      optional: terms.kind === 'stand_in' || ('optional' in terms && (terms.optional ?? false)),
      choices: terms.kind === 'choice' ? [...terms.of] : [],
      account: terms.account ?? false,
    }));
  const hidden = Object.entries(secrets).map(([field, { optional = false }]) => ({
    name: field,
    kind: 'secret' as const,
    optional,
    choices: [],
    account: false,
  }));
  return { name, port, hooks, fields: [...fields, ...hidden] };
}

function show(app: App, row: Row, terms: AdapterTerms | undefined): Connection {
  const { id, port, adapter, hookPath, state, value, draft, version, probe, secrets } = row;
  return {
    id,
    port,
    adapter,
    name: (value ?? draft)?.name ?? '',
    state,
    value: value && showValue(value),
    draft: draft && showValue(draft),
    secrets,
    takes_two: takesTwo(row),
    off_takes_two: offTakesTwo(app, row),
    removal_takes_two: removalTakesTwo(row),
    hook_url: terms?.hooks ? hookUrlOf(app.config, { id, hookPath }) : null,
    probe: probe && { at: probe.at, ok: probe.ok, steps: probe.steps, current: probe.version === version },
    failing: app.connections.isFailing(id),
    last_ok_at: row.okAt?.toISOString() ?? null,
    last_failed_at: row.failedAt?.toISOString() ?? null,
    last_failure: row.failure,
    waiting_events: row.waiting,
    failed_events: row.failed,
    refused_calls: row.refused,
    undecided_payments: row.undecided,
  };
}

function showValue({ min, max, ...value }: ConnectionValue): NonNullable<Connection['value']> {
  const [currency = 'USD'] = value.currencies;
  const decimal = (bound: string | null) => (bound === null ? null : toDecimal(BigInt(bound), currency));
  return { ...value, min: decimal(min), max: decimal(max) };
}
