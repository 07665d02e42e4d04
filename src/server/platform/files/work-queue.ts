/** Inspections under way at once: each may take the memory of one large picture. */
const mostAtOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Waits for a place, works, and hands the place on to who waits longest. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < mostAtOnce) running++;
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

/** One piece of work after the other for each owner, so that nobody takes all places from everybody else. */
export async function afterOwn<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(ownerId) ?? Promise.resolve()).catch(() => {}).then(work);
  last.set(ownerId, mine);
  try {
    return await mine;
  } finally {
    if (last.get(ownerId) === mine) last.delete(ownerId);
  }
}
