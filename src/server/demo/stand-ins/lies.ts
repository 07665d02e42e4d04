/** Which lies are due, each so many times. */
export class Lies<Name extends string> {
  readonly #left = new Map<Name, number>();

  tell(name: Name, times: number): void {
    this.#left.set(name, times);
  }

  /** Whether this lie is due now; once less from then on. */
  takes(name: Name): boolean {
    const left = this.#left.get(name) ?? 0;
    if (left > 0) this.#left.set(name, left - 1);
    return left > 0;
  }

  /** Whether it would be due, without counting. */
  holds(name: Name): boolean {
    return (this.#left.get(name) ?? 0) > 0;
  }

  clear(): void {
    this.#left.clear();
  }
}
