/**
 * PostgreSQL's codes for errors that are its own or pass: a connection that broke (08), a resource that ran out, such
 * as connections or the disk (53), a server that stops, starts or cancelled the statement (57), a standby that accepts
 * no writes, a disk that fails, and two transactions that conflicted.
 */
const passing = /^(08...|53...|57P0.|57014|25006|58030|40001|40P01)$/;

/** The machine's codes when the server cannot be reached. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** The driver's own errors have no code. */
const driverMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed)/;

/** PostgreSQL's code for a write where only reads are allowed. */
export const writeRefused = '25006';
/** PostgreSQL's code for a statement that was cancelled, as after its time. */
export const tookTooLong = '57014';

/** PostgreSQL's code for a disk, or a quota, that is full. */
const diskFull = '53100';

/** The database cannot be reached or cannot work at the moment. The same statement may succeed later. */
export class DatabaseTrouble extends Error {
  override readonly name = 'DatabaseTrouble';
  /** As PostgreSQL or the machine has it; undefined where the driver gave up. */
  readonly code: string | undefined;
  readonly isDiskFull: boolean;

  constructor(cause: Error, code: string | undefined) {
    // Without the cause itself: the driver hangs the whole connection on it, password included.
    super(cause.message);
    this.code = code;
    this.isDiskFull = code === diskFull;
  }
}

/** The error of a statement: database trouble as such, and everything else unchanged. */
export function explained(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof DatabaseTrouble) return thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  const isTrouble =
    code === undefined ? driverMessage.test(thrown.message) : passing.test(code) || unreachable.has(code);
  return isTrouble ? new DatabaseTrouble(thrown, code) : thrown;
}

/** For the end of a promise. */
export function explain(thrown: unknown): never {
  throw explained(thrown);
}
