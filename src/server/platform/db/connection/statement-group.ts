import pg from 'pg';

/** The statements that begin and end a transaction, which each new connection prepares under these names. */
export const brackets = { begin: 'begin isolation level read committed', commit: 'commit' } as const;

type Config = pg.QueryConfig<unknown[]>;

/** What the driver's connection writes and remembers, of which its types say nothing. */
interface Wire {
  bind(config: { statement: string }): void;
  execute(config: { portal?: string }): void;
  sync(): void;
  /** The texts of prepared statements by their names, and of those that are being prepared. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/** The parts of the driver's query that write it and take its results. */
interface Written {
  name: string | undefined;
  text: string;
  values: unknown[] | undefined;
  portal: string;
  _results: pg.QueryResult | pg.QueryResult[];
  prepare(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

const Query = pg.Query as unknown as new (
  config: Config,
  callback: (error: Error | null) => void,
) => pg.Submittable & Written;

interface With {
  begin: boolean;
  commit: boolean;
}

/** What became of a group: the results of the statements before the one that failed, or of all. */
export interface Outcome {
  results: pg.QueryResult[];
  error: Error | null;
  /** Of the commit. */
  end: pg.QueryResult | undefined;
}

/**
 * Statements that travel together, perhaps with the begin or the commit of their transaction: one round trip for all. Each sees
 * what those before it did. They are one unit up to the `sync` at its end: PostgreSQL skips what follows a failure, so no
 * statement runs outside the transaction, and nothing is committed when one has failed.
 */
class StatementGroup extends Query {
  readonly #configs: readonly Config[];
  readonly #with: With;
  readonly #done: (outcome: Outcome) => void;
  #completed = 0;
  #hasFailed = false;

  constructor(configs: readonly [Config, ...Config[]], given: With, done: (outcome: Outcome) => void) {
    super(configs[0], (error) => this.#end(error));
    this.#configs = configs;
    this.#with = given;
    this.#done = done;
  }

  /** A text alone would travel as the simple protocol has it, which ends by itself. */
  requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    if (this.#with.begin) run(wire, 'begin');
    for (const config of this.#configs) {
      this.#nowIs(config);
      super.prepare(wire);
      // A value that cannot be written has ended the group.
      if (this.#hasFailed) return;
    }
    if (this.#with.commit) run(wire, 'commit');
    wire.sync();
    this.#nowIs(this.#configs[0]);
  }

  _getRows(wire: Wire): void {
    wire.execute({ portal: this.portal });
  }

  /** PostgreSQL answers in order, so what it prepares next is the statement after those that are complete. */
  override handleCommandComplete(message: unknown, wire: Wire): void {
    super.handleCommandComplete(message, wire);
    this.#completed += 1;
    this.#nowIs(this.#configs[this.#completed - this.#begins]);
  }

  override handleError(error: Error, wire: Wire): void {
    this.#hasFailed = true;
    for (const { name } of this.#configs)
      if (name !== undefined && wire.parsedStatements[name] === undefined) delete wire.submittedNamedStatements[name];
    super.handleError(error, wire);
  }

  get #begins(): number {
    return this.#with.begin ? 1 : 0;
  }

  #nowIs(config: Config | undefined): void {
    this.name = config?.name;
    this.text = config?.text ?? '';
    this.values = config?.values;
  }

  #end(error: Error | null): void {
    const all = [this._results].flat().slice(0, this.#completed);
    const results = all.slice(this.#begins, this.#begins + this.#configs.length);
    this.#done({ results, error, end: this.#with.commit ? all[this.#begins + this.#configs.length] : undefined });
  }
}

function run(wire: Wire, statement: keyof typeof brackets): void {
  wire.bind({ statement });
  wire.execute({});
}

/** Runs statements together with what is named. */
export const runGroup = (
  client: pg.ClientBase,
  configs: readonly [Config, ...Config[]],
  given: With,
): Promise<Outcome> => new Promise((done) => void client.query(new StatementGroup(configs, given, done)));
