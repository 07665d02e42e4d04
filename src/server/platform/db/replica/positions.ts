/** A position of the primary's log, and a time before which everything committed is in it. */
export interface Position {
  /** By the clock of this process. */
  at: number;
  lsn: bigint;
}

/** Reads positions of the primary; calls that need one at the same time share it. */
export function openPositions(read: () => Promise<bigint>, now: () => number) {
  let newest: Position | undefined;
  let asked: { at: number; position: Promise<Position> } | undefined;
  return {
    /** A position that holds what was committed before `since`. */
    async since(since: number): Promise<Position> {
      if (newest && newest.at >= since) return newest;
      if (asked && asked.at >= since) return asked.position;
      const at = now();
      const position = read().then((lsn) => (newest = { at, lsn }));
      asked = { at, position };
      position.catch(() => (asked = undefined));
      return position;
    },
  };
}

/** PostgreSQL writes a position as two hexadecimal numbers, `1A/2B3C`. */
export function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
