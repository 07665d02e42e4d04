import type { SettingValues, ReadyKey } from '#contract/settings/catalogue.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';

/**
 * Settings that SQL statements of a module read from its tables, so that a limit and what it limits are of one moment.
 */
export type TableKey = Exclude<keyof SettingValues, ReadyKey>;

/** The store of such a setting. */
export interface SettingStore<Value> {
  read(db: Queries): Promise<Value>;
  /**
   * Checks what the shape alone does not.
   * @throws Refusal on `value` when it makes no sense
   */
  check?(value: Value): void;
  /** What an earlier value means now, where the table has rows since that it does not name. */
  completed?(db: Queries, value: Value): Promise<Value>;
  /** What it names is known by then. */
  write(tx: Tx, value: Value): Promise<void>;
}

export type SettingStores<Key extends TableKey> = { [Each in Key]: SettingStore<SettingValues[Each]> };
