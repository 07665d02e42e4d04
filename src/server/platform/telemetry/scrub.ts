import { errorLine } from '../monitoring/error-line.ts';

/** A country, two check digits, and the account: as a whole, or in groups of four. */
const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g;
const longNumber = /\d{7,}/g;
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const quoted = /["'`«“‘].*?["'`»”’]/g;

/**
 * A message that may leave the installation: without what `errorLine` takes out of stored ones, and without quoted
 * values, account numbers and ids, because a service of others keeps it.
 */
export const scrub = (message: string): string =>
  errorLine(message.replaceAll(quoted, '…').replaceAll(uuid, '…').replaceAll(iban, '…').replaceAll(longNumber, '…'));
