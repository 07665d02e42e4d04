import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openRow } from '#server/platform/secrets/row-macs.ts';
import { isIban, maskAccountNumber } from '../account-numbers.ts';
import { usdValue } from '../amounts.ts';
import { fingerprintOf } from '../destinations/account-key.ts';
import { isOverInstrument } from './instrument-limits.ts';

/**
 * Notes the account that a bank names as the payer's, with the deposit locked. Only an IBAN names one account alone, and only
 * by it is a destination of the client recognised.
 */
export async function notePayer(app: App, tx: Tx, paymentId: string, written: string | null): Promise<void> {
  const account = ibanIn(written);
  if (account === null) return;
  await openRow(tx, app.config, 'payment', paymentId, sql`p.id = ${paymentId}`);
  const source = await fingerprintOf(app, tx, 'bank_transfer', account);
  await tx.run(sql`
    update payment set source = ${source}, source_label = ${maskAccountNumber(account)}
    where id = ${paymentId} and method = 'bank_transfer' and source is null`);
}

/** Whether what arrived is more than the payer's account may bring. Without an IBAN, and without a rate, that is not known. */
export async function isOverPayerLimit(
  app: App,
  tx: Tx,
  { payerAccount, amountMinor, currency }: { payerAccount: string | null; amountMinor: bigint; currency: string },
): Promise<boolean> {
  const account = ibanIn(payerAccount);
  if (account === null) return false;
  const source = await fingerprintOf(app, tx, 'bank_transfer', account);
  const usdMinor = await usdValue(tx, amountMinor, currency);
  return isOverInstrument(app, tx, { source, usdMinor, at: app.clock.now() });
}

/** The IBAN that a bank writes, with or without spaces. */
function ibanIn(written: string | null): string | null {
  const account = written?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  return isIban(account) ? account : null;
}
