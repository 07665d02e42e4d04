import type pg from 'pg';

interface Wire {
  parse: (statement: { text: string }) => void;
  describe: (what: { type: 'S' }) => void;
  sync: () => void;
  stream: { cork?: () => void; uncork?: () => void };
}

/**
 * A column of a result as PostgreSQL describes it: `dataTypeID` is its number in `pg_type`, the others of the table's
 * column, or 0.
 */
export interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

/** Has PostgreSQL parse a statement and say what it would give back, without running it. */
class Description implements pg.Submittable {
  #fields: Field[] = [];
  #done: (fields: Field[]) => void;
  #failed: (error: Error) => void;
  #text: string;
  constructor(text: string, done: (fields: Field[]) => void, failed: (error: Error) => void) {
    this.#text = text;
    this.#done = done;
    this.#failed = failed;
  }
  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    wire.parse({ text: this.#text });
    wire.describe({ type: 'S' });
    wire.sync();
  }
  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
  }
  handleError(error: Error): void {
    this.#failed(error);
  }
  handleReadyForQuery(): void {
    this.#done(this.#fields);
  }
}

/** The columns that a statement gives back. Fails with PostgreSQL's own words where it refuses the statement. */
export async function columnsOf(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((done, failed) => void client.query(new Description(text, done, failed)));
}
