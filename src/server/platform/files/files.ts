import type { FilePurpose } from '#contract/kernel/file-rules.ts';
import type { Config } from '../config/config.ts';
import { join, sql, type Sql } from '../db/sql.ts';
import type { Person } from '../session/session.ts';
import { openStores, type Stores } from './storage/open-stores.ts';

/** Who besides its owner may read a file `f`: a condition on it, or nothing for people who may read none. */
export type MayRead = (me: Person) => Sql | undefined;

export interface Files extends Stores {
  /** Each module states once, when it is added, who may read the files of its purpose. */
  readableBy(purpose: FilePurpose, mayRead: MayRead): void;
  /** The condition on `f` under which a person sees a file. */
  seenBy(me: Person): Sql;
}

/** The files of this installation: under DATA_DIR, or in a bucket; several instances of one database share either. */
export function openFiles({ config }: { config: Config }): Files {
  const rules = new Map<FilePurpose, MayRead>();
  return {
    ...openStores(config),
    readableBy(purpose, mayRead) {
      if (rules.has(purpose)) throw new Error(`two modules define who reads files of ${purpose}`);
      rules.set(purpose, mayRead);
    },
    seenBy(me) {
      const others = [...rules].flatMap(([purpose, mayRead]) => {
        const condition = mayRead(me);
        return condition ? [sql`(f.purpose = ${purpose} and (${condition}))`] : [];
      });
      // Who brings a file for an import is not whom it is about.
      const own = sql`(f.owner_id = ${me.id} and f.purpose <> 'import')`;
      return sql`(${join([own, ...others], ' or ')})`;
    },
  };
}
