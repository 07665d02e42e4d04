import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { AdapterTerms, PortName } from '#contract/connections/names.ts';
import { adapterTerms } from '#contract/connections/adapters.ts';
import type { Core } from '../core.ts';
import type { Queries, Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { isGenuine } from '../secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '../secrets/row-macs.ts';
import type { Adapter, Io } from './adapter.ts';
import { openBreaker, type Breaker } from './breaker.ts';
import { fetchBy, guardFetch, type JournalEntry } from './guarded-fetch.ts';
import { guardSocket } from './guarded-socket.ts';
import { noteCall } from './journal.ts';
import { readKeptEvents } from './kept-events.ts';
import type { Ports } from './ports.ts';
import { openSecrets } from './secrets.ts';
import { serves, type Need } from './serves.ts';
import type { ConnectionValue } from './value.ts';

/** A connection that is ready for calls. */
export interface OpenConnection<Port extends PortName = PortName> {
  id: string;
  name: string;
  adapter: string;
  /** While it is off, it takes no orders; what was sent to it is looked up all the same. */
  isOn: boolean;
  port: Ports[Port];
}

/** An event of a provider, as the inbox hands it to the module of the port. */
export interface InboxEvent {
  /** Of our own row. */
  id: string;
  connectionId: string;
  eventId: string;
  type: string;
  subject: string | null;
  ref: string | null;
  receivedAt: Date;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * What the module of a port makes of an event: it reads the object back and applies it by guarded steps, because the
 * same event may come again after a crash. `ignored`: nothing of ours follows from it. When it throws, it is tried
 * again, with growing pauses.
 */
export type EventHandler<Port extends PortName> = (
  event: InboxEvent,
  connection: OpenConnection<Port>,
) => Promise<'done' | 'ignored'>;

type FollowUse = (tx: Tx, settings: Record<string, unknown>) => Promise<void>;
type AnyAdapter = Adapter<PortName, z.ZodObject>;

/** The providers of the operator, as modules add adapters for them and use them. */
export interface Connections {
  /** Each adapter once, by the module that declares its terms. */
  add<Port extends PortName, Settings extends z.ZodObject>(
    adapter: Adapter<Port, Settings>,
    terms?: AdapterTerms,
  ): void;
  /** Each port has one handler, if its providers call us. */
  on<Port extends PortName>(port: Port, handler: EventHandler<Port>): void;
  /** What else follows when a connection of the port is put into use, in the same transaction. */
  onUse(port: PortName, follow: FollowUse): void;
  followUse(tx: Tx, port: PortName, settings: Record<string, unknown>): Promise<void>;
  /** Those that are on, serve the need and are not failing, in the operator's order. */
  open<Port extends PortName>(port: Port, need?: Need): Promise<OpenConnection<Port>[]>;
  /** Those that are on and serve the need, also failing ones: what they demand, or are to be given, waits for them. */
  openEvenFailing<Port extends PortName>(port: Port, queries?: Queries, need?: Need): Promise<OpenConnection<Port>[]>;
  /**
   * What those that are on are set to, in the operator's order, also where their secrets do not open. The settings are null
   * where the row is not as the program wrote it, or they no longer fit the adapter.
   */
  readSettings(
    port: PortName,
    queries?: Queries,
  ): Promise<{ name: string; settings: Record<string, unknown> | null }[]>;
  /** All that were ever in use and are not removed: what was begun at one is followed also while it is off. */
  openUsed<Port extends PortName>(port: Port): Promise<OpenConnection<Port>[]>;
  /** One by its id, for what was begun with it: also when it is off by now, but not when it was removed. */
  openOne<Port extends PortName>(port: Port, id: string): Promise<OpenConnection<Port> | null>;
  /** For the calls of its provider: by the random part of its address, while it is not removed and was ever in use. */
  openHook(id: string, hookPath: string): Promise<(OpenConnection & { hookUrl: string }) | null>;
  /** What is to be put into use, or else what is; for its test. Null when it is neither. */
  openDraft(id: string): Promise<OpenConnection | null>;
  adapterOf(name: string): AnyAdapter | undefined;
  /** Every adapter there is, with its terms. */
  adapters(): { name: string; terms: AdapterTerms }[];
  /** Whether other settings lead to other servers, for which secrets have to be entered again. */
  leadsElsewhere(adapter: string, from: Record<string, unknown>, to: Record<string, unknown>): boolean;
  handlerOf(port: PortName): EventHandler<PortName> | undefined;
  /** Whether its calls are paused because most of the last ones failed, as this process sees it. */
  isFailing(id: string): boolean;
}

interface Row extends RowMac {
  id: string;
  port: PortName;
  adapter: string;
  hookPath: string;
  state: 'off' | 'on';
  value: ConnectionValue;
}

export function openConnections(world: Core): Connections {
  const { db, config, clock, log } = world;
  const adapters = new Map<string, AnyAdapter>();
  const termsOf = new Map<string, AdapterTerms>();
  const handlers = new Map<PortName, EventHandler<PortName>>();
  const followers = new Map<PortName, FollowUse>();
  const breakers = new Map<string, Breaker>();
  const allowLocal = config.demo || config.webhooksLocal;

  function breakerOf(id: string): Breaker {
    const breaker = breakers.get(id) ?? openBreaker();
    breakers.set(id, breaker);
    return breaker;
  }

  function hostsOf(name: string, settings: Record<string, unknown>): string[] {
    const parsed = adapters.get(name)?.settings.safeParse(settings);
    const own = parsed?.success ? (adapters.get(name)?.hosts(parsed.data) ?? []) : [];
    return [...own, ...hostsEntered(termsOf.get(name), settings)];
  }

  /** Opens rows that are as the program wrote them; an adapter that is gone, or settings that it no longer takes, are left out. */
  function leadsElsewhere(name: string, from: Record<string, unknown>, to: Record<string, unknown>): boolean {
    const known = hostsOf(name, from);
    return hostsOf(name, to).some((host) => !known.includes(host));
  }

  async function openRows(
    rows: readonly Row[],
    which: 'used' | 'all' | 'new' = 'used',
    queries: Queries = db,
  ): Promise<OpenConnection[]> {
    const genuine = rows.filter((row) => isGenuine(world, 'connection', row.id, row));
    const secrets = await openSecrets(
      { db: queries, config, clock },
      genuine.map(({ id }) => id),
      which,
    );
    return genuine.flatMap((row) => openRow(row, secrets.get(row.id) ?? {}) ?? []);
  }

  function openRow(row: Row, secrets: Record<string, string[]>): OpenConnection | undefined {
    const adapter = adapters.get(row.adapter);
    const settings = adapter?.settings.safeParse(row.value.settings);
    if (!adapter || !settings?.success) {
      log.warn({ connection: row.id, adapter: row.adapter }, 'a connection does not fit its adapter and is left out');
      return undefined;
    }
    const guards = {
      hosts: hostsOf(row.adapter, settings.data),
      allowLocal,
      allowOwn: row.value.in_own_network,
      secrets: Object.values(secrets).flat(),
      breaker: breakerOf(row.id),
      now: () => clock.now(),
      note: (entry: JournalEntry) => noteCall(world, row.id, entry),
    };
    const http = guardFetch(guards);
    const io: Io = {
      http,
      socket: guardSocket(guards),
      fetch: (purpose) => fetchBy(http, purpose),
      keptEvents: (about) => readKeptEvents(world, row.id, about),
      now: () => clock.now(),
      random: randomBytes,
      log: log.child({ connection: row.id }),
    };
    const hookUrl = hookUrlOf(config, row);
    const connection = { id: row.id, settings: settings.data, secrets, hookUrl };
    const port = adapter.open(connection, io);
    return { id: row.id, name: row.value.name, adapter: row.adapter, isOn: row.state === 'on', port };
  }

  const readOn = (port: PortName, queries: Queries = db) =>
    queries.rows<Row>(sql`
      select ${columns}, j.value from connection j where j.port = ${port} and j.state = 'on' order by j.value -> 'order', j.id`);

  const columns = sql`j.id, j.port, j.adapter, j.hook_path as "hookPath", j.state, ${macColumns('connection')}`;

  return {
    add(adapter, terms = adapterTerms(adapter.name)) {
      if (!terms) throw new Error(`no module declares the adapter ${adapter.name}`);
      adapters.set(adapter.name, adapter);
      termsOf.set(adapter.name, terms);
    },
    adapters: () => [...termsOf].map(([name, terms]) => ({ name, terms })),
    on: (port, handler) => void handlers.set(port, handler as unknown as EventHandler<PortName>),
    onUse: (port, follow) => void followers.set(port, follow),
    followUse: async (tx, port, settings) => followers.get(port)?.(tx, settings),
    adapterOf: (name) => adapters.get(name),
    leadsElsewhere,
    handlerOf: (port) => handlers.get(port),
    isFailing: (id) => breakers.get(id)?.isOpen(clock.now()) ?? false,
    async openEvenFailing<Port extends PortName>(port: Port, queries: Queries = db, need: Need = {}) {
      const rows = await readOn(port, queries);
      const fitting = rows.filter(({ value }) => serves(value, need));
      return (await openRows(fitting, 'used', queries)) as OpenConnection<Port>[];
    },
    async readSettings(port, queries = db) {
      const rows = await readOn(port, queries);
      return rows.map((row) => {
        const settings = adapters.get(row.adapter)?.settings.safeParse(row.value.settings);
        const isSound = settings?.success && isGenuine(world, 'connection', row.id, row);
        return { name: row.value.name, settings: isSound ? row.value.settings : null };
      });
    },
    async open<Port extends PortName>(port: Port, need: Need = {}) {
      const rows = await readOn(port);
      const fitting = rows.filter((row) => serves(row.value, need) && !breakerOf(row.id).isOpen(clock.now()));
      return (await openRows(fitting)) as OpenConnection<Port>[];
    },
    openUsed: async <Port extends PortName>(port: Port) =>
      (await openRows(
        await db.rows<Row>(sql`
          select ${columns}, j.value from connection j
          where j.port = ${port} and j.state <> 'removed' and j.value is not null order by j.id`),
      )) as OpenConnection<Port>[],
    async openOne<Port extends PortName>(port: Port, id: string) {
      const rows = await db.rows<Row>(sql`
        select ${columns}, j.value from connection j
        where j.id = ${id} and j.port = ${port} and j.state <> 'removed' and j.value is not null`);
      const [found] = await openRows(rows);
      return (found as OpenConnection<Port> | undefined) ?? null;
    },
    async openHook(id, hookPath) {
      const rows = await db.rows<Row>(sql`
        select ${columns}, j.value from connection j
        where j.id = ${id} and j.hook_path = ${hookPath} and j.state <> 'removed' and j.value is not null`);
      const [found] = await openRows(rows);
      return found ? { ...found, hookUrl: hookUrlOf(config, { id, hookPath }) } : null;
    },
    async openDraft(id) {
      const row = await db.maybeOne<Row & { used: ConnectionValue | null }>(sql`
        select ${columns}, coalesce(j.draft, j.value) as value, j.value as used from connection j
        where j.id = ${id} and j.state <> 'removed' and coalesce(j.draft, j.value) is not null`);
      if (!row) return null;
      const { used, value } = row;
      const moves = used !== null && leadsElsewhere(row.adapter, used.settings, value.settings);
      const [found] = await openRows([row], moves ? 'new' : 'all');
      return found ?? null;
    },
  };
}

/** The address that the provider is given. */
export const hookUrlOf = (config: Pick<Core['config'], 'appUrl'>, { id, hookPath }: { id: string; hookPath: string }) =>
  `${config.appUrl}/hooks/${id}/${hookPath}`;

/** The hosts of the addresses that an operator entered. */
function hostsEntered(terms: AdapterTerms | undefined, settings: Record<string, unknown>): string[] {
  return Object.entries(terms?.settings ?? {}).flatMap(([name, { kind }]) => {
    const address = settings[name];
    const isAddress = kind === 'address' || kind === 'stand_in';
    return isAddress && typeof address === 'string' && URL.canParse(address) ? [new URL(address).host] : [];
  });
}
