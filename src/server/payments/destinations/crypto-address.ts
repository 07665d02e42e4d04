import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer';

/** Coins of a test network are play money: they pay in a demo alone. */
type Network = 'main' | 'test';

/** Testnet and signet write addresses alike; regtest only those of witnesses otherwise. */
const writings = { main: [NETWORK], test: [TEST_NETWORK, { ...TEST_NETWORK, bech32: 'bcrt' }] };

/** What only the owner of the address can spend; Bitcoin also knows addresses from which any person takes the coins. */
const owned: ReadonlySet<string> = new Set(['pkh', 'sh', 'wpkh', 'wsh', 'tr']);

/**
 * A Bitcoin address of a network as it is stored: checksum, length and version are right, and the coins can be spent again.
 * Null for anything else, also for an address of the other network.
 */
export function readAddress(typed: string, network: Network): string | null {
  const text = typed.trim();
  // Those of witnesses may be in capitals, as QR codes have them.
  const address = /^(?:BC|TB|BCRT)1[0-9A-Z]+$/.test(text) ? text.toLowerCase() : text;
  return writings[network].some((writing) => isOwned(address, writing)) ? address : null;
}

function isOwned(address: string, writing: typeof NETWORK): boolean {
  try {
    return owned.has(Address(writing).decode(address).type);
  } catch {
    return false;
  }
}
