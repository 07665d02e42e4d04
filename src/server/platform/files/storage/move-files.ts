import type { Queries } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { verifyContent, type KeptFile } from '../verify.ts';
import { collect, once, unlessMissing, type FileStore } from './store.ts';

/** What was done, and the files whose content is not what their rows say, which stay where they are. */
export interface Moved {
  moved: number;
  damaged: { id: string; why: string }[];
}

interface Move {
  db: Queries;
  from: FileStore;
  to: FileStore;
  secret: string;
  /** Called after each file. */
  onMoved?: (moved: number) => void;
}

const batchSize = 500;

/**
 * Moves the files that are still in `from`, while they are used. A file is removed there only once it was read from `to`
 * and found to be what its row says, so an interrupted run loses nothing and the next one goes on.
 */
export async function moveFiles({ db, from, to, secret, onMoved = () => {} }: Move): Promise<Moved> {
  const result: Moved = { moved: 0, damaged: [] };
  for await (const files of keptIn(db, from)) {
    for (const file of files) {
      const content = await from.open(file.id).then(collect, unlessMissing);
      if (!content) continue;
      try {
        await verifyContent(once(content), file, secret);
      } catch (error) {
        result.damaged.push({ id: file.id, why: (error as Error).message });
        continue;
      }
      await moveOne(file, content, { from, to });
      onMoved(++result.moved);
    }
  }
  return result;
}

/** How many files are still in a store. */
export async function countFiles(db: Queries, store: FileStore): Promise<number> {
  let count = 0;
  for await (const files of keptIn(db, store)) count += files.length;
  return count;
}

async function moveOne({ id }: KeptFile, content: Buffer, { from, to }: Pick<Move, 'from' | 'to'>): Promise<void> {
  const there = () => to.open(id).then(collect, unlessMissing);
  if (!(await there())?.equals(content)) {
    // What an interrupted run left.
    await to.remove(id);
    await to.put(id, once(content));
    if (!(await there())?.equals(content)) throw new Error(`file ${id} cannot be read where it was moved to`);
  }
  await from.remove(id);
}

/** The rows of what is in a store, in batches. Content without a row is left to the sweep. */
async function* keptIn(db: Queries, store: FileStore): AsyncGenerator<KeptFile[]> {
  let names: string[] = [];
  const rows = () =>
    db.rows<KeptFile>(sql`
      select id, size, sha256, key_wrapped as key from file
      where id::text = any(${names}::text[]) and deleted_at is null order by id`);
  for await (const { name } of store.list()) {
    names.push(name);
    if (names.length < batchSize) continue;
    yield await rows();
    names = [];
  }
  yield await rows();
}
