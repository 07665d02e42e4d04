/**
 * How often each entry came in a file, in memory that the longest file sets and no other makes larger. An entry is known again
 * by 16 bytes of its SHA-256.
 */
export class SeenEntries {
  readonly #known: BigUint64Array;
  readonly #times: Uint32Array;
  readonly #last: number;

  /** @param most how many entries a file has at most */
  constructor(most: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * most + 2));
    this.#known = new BigUint64Array(2 * slots);
    this.#times = new Uint32Array(slots);
    this.#last = slots - 1;
  }

  /** Counts an entry; how often it came before. */
  add(digest: Buffer): number {
    const [first, second] = [digest.readBigUInt64LE(0), digest.readBigUInt64LE(8)];
    for (let slot = digest.readUInt32LE(16) & this.#last; ; slot = (slot + 1) & this.#last) {
      const times = this.#times[slot] ?? 0;
      if (times === 0) this.#known.set([first, second], 2 * slot);
      else if (this.#known[2 * slot] !== first || this.#known[2 * slot + 1] !== second) continue;
      this.#times[slot] = times + 1;
      return times;
    }
  }
}
