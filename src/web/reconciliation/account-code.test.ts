import { describe, expect, it } from 'vitest';
import { readAccountCode } from './account-code.ts';

describe('an account of the books', () => {
  it.each([
    ['client:01a2:wallet:01a3:available', { kind: 'wallet_available' }],
    ['client:01a2:wallet:01a3:held', { kind: 'wallet_held' }],
    ['client:01a2:trading:10000001', { kind: 'trading', tradingAccount: '10000001' }],
    ['psp-in:bank-transfer:USD', { kind: 'psp_in', method: 'bank_transfer' }],
    ['psp-out:sandbox:USD', { kind: 'psp_out', method: 'sandbox' }],
    ['ipo-escrow:01a2:USD', { kind: 'ipo_escrow' }],
    ['dealing:paper:USD', { kind: 'dealing' }],
    ['fees:USD', { kind: 'fees' }],
  ])('%s has a name', (code, named) => expect(readAccountCode(code)).toEqual(named));

  it.each(['client:01a2:vault:1', 'client:01a2:wallet:01a3:lent', 'unheard-of:USD'])('%s has none', (code) =>
    expect(readAccountCode(code)).toBeUndefined(),
  );
});
