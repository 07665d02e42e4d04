import pg from 'pg';

/** A statement as it was sent, with the rows that PostgreSQL says it returned or changed. */
export interface Sent {
  text: string;
  /** As text; null is SQL's. */
  values: (string | null)[];
  rows: number;
  /** The names of the columns that it returned, and the first row, as text. */
  columns: string[];
  first: (string | null)[];
}

/** Statements that travelled together. */
export type RoundTrip = Sent[];

/** A value as the driver writes it. */
type Written = string | Buffer | null;

/** What the driver's connection sends and receives, of which its types say nothing. */
interface Wire {
  startup(config: { application_name?: string }): void;
  query(text: string): void;
  parse(config: { name?: string; text: string }): void;
  bind(config: {
    statement?: string;
    values?: unknown[];
    valueMapper: (value: unknown, index: number) => Written;
  }): void;
  sync(): void;
  emit(event: string, message?: Received): boolean;
}

interface Received {
  text?: string;
  fields?: ({ name: string } | string | null)[];
}

const textOf = (value: Written): string | null => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);

/**
 * Records what connections that name themselves so send from now on: the returned function gives the round trips since it was
 * last asked. It looks below the driver's queries, where groups of statements are single ones again.
 */
export function recordStatements(applicationName: string): () => RoundTrip[] {
  const wire = (pg as unknown as { Connection: { prototype: Wire } }).Connection.prototype;
  const { startup, query, parse, bind, sync, emit } = wire;
  const recorded = new WeakMap<Wire, { texts: Map<string, string>; trip: RoundTrip; unanswered: Sent[] }>();
  let trips: RoundTrip[] = [];

  function sends(connection: Wire, sent: Pick<Sent, 'text' | 'values'>): void {
    const known = recorded.get(connection);
    if (!known) return;
    const statement = { ...sent, rows: 0, columns: [], first: [] };
    // Known to the trips from its first statement on: two connections may send at once.
    if (known.trip.length === 0) trips.push(known.trip);
    known.trip.push(statement);
    known.unanswered.push(statement);
  }

  Object.assign(wire, {
    startup(this: Wire, config: { application_name?: string }) {
      if (config.application_name === applicationName)
        recorded.set(this, { texts: new Map(), trip: [], unanswered: [] });
      startup.call(this, config);
    },
    query(this: Wire, text: string) {
      sends(this, { text, values: [] });
      const known = recorded.get(this);
      if (known) known.trip = [];
      query.call(this, text);
    },
    parse(this: Wire, config: Parameters<Wire['parse']>[0]) {
      recorded.get(this)?.texts.set(config.name ?? '', config.text);
      parse.call(this, config);
    },
    bind(this: Wire, config: Parameters<Wire['bind']>[0]) {
      const { statement = '', values = [], valueMapper } = config;
      const text = recorded.get(this)?.texts.get(statement) ?? '';
      sends(this, { text, values: values.map((value, index) => textOf(valueMapper(value, index))) });
      bind.call(this, config);
    },
    sync(this: Wire) {
      const known = recorded.get(this);
      if (known) known.trip = [];
      sync.call(this);
    },
    emit(this: Wire, event: string, message: Received = {}) {
      const unanswered = recorded.get(this)?.unanswered;
      const [now] = unanswered ?? [];
      if (now && event === 'rowDescription')
        now.columns = (message.fields as { name: string }[]).map(({ name }) => name);
      if (now && event === 'dataRow' && now.first.length === 0) now.first = [...(message.fields as (string | null)[])];
      if (now && event === 'commandComplete') {
        now.rows = Number(/\d+$/.exec(message.text ?? '')?.[0] ?? 0);
        unanswered?.shift();
      }
      if (event === 'readyForQuery') unanswered?.splice(0);
      return Reflect.apply(emit, this, arguments) as boolean;
    },
  });
  return () => {
    const taken = trips;
    trips = [];
    return taken;
  };
}
