import pg from 'pg';

/** The statements that begin and end a transaction, which each new connection prepares under these names. */
export const brackets = { begin: 'begin isolation level read committed', commit: 'commit' } as const;

/** What the driver's connection writes, of which its types say nothing. */
interface Wire {
  bind(config: { statement: string }): void;
  execute(config: { portal?: string; rows?: number }): void;
  sync(): void;
}

/** The parts of the driver's query that write it. */
interface Written {
  portal: string;
  rows: number | undefined;
  prepare(wire: Wire): void;
}

const Query = pg.Query as unknown as new (
  config: pg.QueryConfig<unknown[]>,
  callback: (error: Error | null, result: pg.QueryResult[]) => void,
) => pg.Submittable & Written;

interface With {
  begin: boolean;
  commit: boolean;
}

/**
 * A statement that travels with the begin or the commit of its transaction: a round trip less for each. They are one unit up to the
 * `sync` at its end: PostgreSQL skips what follows a failure, so the statement never runs outside the transaction, and nothing
 * is committed when it has failed.
 */
class TransactionStatement extends Query {
  readonly #with: With;

  constructor(
    config: pg.QueryConfig<unknown[]>,
    given: With,
    callback: (error: Error | null, result: pg.QueryResult[]) => void,
  ) {
    super(config, callback);
    this.#with = given;
  }

  /** A text alone would travel as the simple protocol has it, which ends by itself. */
  requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    if (this.#with.begin) run(wire, 'begin');
    super.prepare(wire);
  }

  _getRows(wire: Wire): void {
    wire.execute({ portal: this.portal });
    if (this.#with.commit) run(wire, 'commit');
    wire.sync();
  }
}

function run(wire: Wire, statement: keyof typeof brackets): void {
  wire.bind({ statement });
  wire.execute({});
}

/** Runs a statement together with what is named. @returns its result, and that of the commit */
export async function runWith(
  client: pg.ClientBase,
  config: pg.QueryConfig<unknown[]>,
  given: With,
): Promise<{ result: pg.QueryResult; end: pg.QueryResult | undefined }> {
  const results = await new Promise<pg.QueryResult[]>((done, failed) => {
    client.query(new TransactionStatement(config, given, (error, each) => (error ? failed(error) : done(each))));
  }).catch((error: Error) => {
    // As the driver does for its own: the trace leads to the caller instead of the socket.
    Error.captureStackTrace(error);
    throw error;
  });
  return { result: results[given.begin ? 1 : 0] as pg.QueryResult, end: given.commit ? results.at(-1) : undefined };
}
