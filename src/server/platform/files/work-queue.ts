/** Inspections under way at once: each may take the memory of one large picture. */
const maxConcurrent = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Waits for a slot, works, and passes the slot to the caller that has waited longest. */
export async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxConcurrent) running++;
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const last = new Map<string, Promise<unknown>>();

/** One piece of work after the other for each owner, so that one owner cannot take all slots. */
export async function runAfterOwn<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(ownerId) ?? Promise.resolve()).catch(() => {}).then(work);
  last.set(ownerId, mine);
  try {
    return await mine;
  } finally {
    if (last.get(ownerId) === mine) last.delete(ownerId);
  }
}
