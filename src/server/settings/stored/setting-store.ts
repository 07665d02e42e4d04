import type { HouseValues, ReadyKey } from '#contract/settings-catalogue.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';

/** Settings that statements of a room read from its tables, so that a limit and what it limits are of one moment. */
export type TableKey = Exclude<keyof HouseValues, ReadyKey>;

/** Where such a setting is kept. */
export interface Place<Value> {
  read(db: Queries): Promise<Value>;
  /** What its shape alone doesn’t say. @throws Refusal on `value` when it makes no sense */
  check?(value: Value): void;
  /** What it names is known by then. */
  write(tx: Tx, value: Value): Promise<void>;
}

export type Places<Key extends TableKey> = { [Each in Key]: Place<HouseValues[Each]> };
