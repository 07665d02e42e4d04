interface Waiting<Item, Result> {
  entry: Item;
  result: (result: Result) => void;
  fail: (error: unknown) => void;
}

/** With more, the first of them would wait too long for the last. */
const largest = 64;

/**
 * Collects concurrent calls, for `together` to run in one go. One batch runs at a time; calls that arrive during it go
 * into the next, and a lone call does not wait. When a batch fails, `together` is called for each of its items alone,
 * so that one that is refused does not harm the others: an item must tolerate a second run.
 * @param run returns the results in the order of the items
 */
export function createBatcher<Item, Result>(
  run: (entry: Item[]) => Promise<Result[]>,
): (entry: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = false;

  async function carry(entries: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(entries.map(({ entry }) => entry));
      entries.forEach(({ result }, index) => result(results[index] as Result));
    } catch (error) {
      const [only] = entries;
      if (entries.length === 1) only?.fail(error);
      else await Promise.all(entries.map((each) => carry([each])));
    }
  }

  async function carryAll(): Promise<void> {
    while (waiting.length > 0) await carry(waiting.splice(0, largest));
    underWay = false;
  }

  return (entry) =>
    new Promise<Result>((result, fail) => {
      waiting.push({ entry, result, fail });
      if (underWay) return;
      underWay = true;
      // What arrives in this turn of the event loop is there when the next begins.
      setImmediate(() => void carryAll());
    });
}
