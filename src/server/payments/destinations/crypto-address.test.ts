import { createHash } from 'node:crypto';
import { Network as Known, validate } from 'bitcoin-address-validation';
import { describe, expect, it } from 'vitest';
import { readAddress } from './crypto-address.ts';

// The addresses are written here by the rules of BIP 13, 173 and 350 alone, and another library judges them as well.

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
/** Always the same bytes for the same number. */
const bytesOf = (seed: number, length: number): Buffer => sha256(Buffer.from(`atrium ${seed}`)).subarray(0, length);

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
function base58Check(version: number, payload: Buffer): string {
  const body = Buffer.concat([Buffer.from([version]), payload]);
  const whole = Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]);
  let number = BigInt(`0x${whole.toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = base58.charAt(Number(number % 58n)) + text;
  return '1'.repeat(whole.findIndex((byte) => byte !== 0)) + text;
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
function polymod(values: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  return values.reduce((sum, value) => {
    const top = sum >>> 25;
    const shifted = ((sum & 0x1ffffff) << 5) ^ value;
    return generators.reduce((mixed, generator, bit) => ((top >> bit) & 1 ? mixed ^ generator : mixed), shifted);
  }, 1);
}
function segwit(prefix: string, version: number, program: Buffer, checksum = version === 0 ? 1 : 0x2bc830a3): string {
  const bits = [...program].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  const data = [version, ...groups.map((group) => Number.parseInt(group.padEnd(5, '0'), 2))];
  const expanded = [
    ...Array.from(prefix, (sign) => sign.charCodeAt(0) >> 5),
    0,
    ...Array.from(prefix, (sign) => sign.charCodeAt(0) & 31),
  ];
  const sum = polymod([...expanded, ...data, 0, 0, 0, 0, 0, 0]) ^ checksum;
  const end = [5, 4, 3, 2, 1, 0].map((place) => (sum >>> (5 * place)) & 31);
  return `${prefix}1${[...data, ...end].map((value) => letters.charAt(value)).join('')}`;
}

const networks = {
  main: { pkh: 0x00, sh: 0x05, prefix: 'bc', known: Known.mainnet },
  test: { pkh: 0x6f, sh: 0xc4, prefix: 'tb', known: Known.testnet },
} as const;

/** One of each kind in turn. */
function addressOf(network: 'main' | 'test', seed: number): string {
  const { pkh, sh, prefix } = networks[network];
  switch (seed % 4) {
    case 0:
      return base58Check(pkh, bytesOf(seed, 20));
    case 1:
      return base58Check(sh, bytesOf(seed, 20));
    case 2:
      return segwit(prefix, 0, bytesOf(seed, 20));
    default:
      return segwit(prefix, 0, bytesOf(seed, 32));
  }
}
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

/** A typing error that keeps the alphabet: another letter at a place that moves with the seed. */
function mistyped(address: string, seed: number): string {
  const alphabet = /^(?:bc|tb)1/.test(address) ? letters : base58;
  const place = 4 + (seed % (address.length - 4));
  const letter = alphabet.charAt((alphabet.indexOf(address.charAt(place)) + 1 + (seed % 20)) % alphabet.length);
  return address.slice(0, place) + letter + address.slice(place + 1);
}

describe.each(['main', 'test'] as const)('an address of the %s network', (network) => {
  const { known, prefix } = networks[network];
  const other = network === 'main' ? 'test' : 'main';

  it('is taken as it is, 200 of them, and is none of the other network', () => {
    for (const seed of seeds) {
      const address = addressOf(network, seed);
      expect([validate(address, known), readAddress(address, network)]).toEqual([true, address]);
      expect([validate(address, networks[other].known), readAddress(address, other)]).toEqual([false, null]);
    }
  });

  it('is refused with one letter of 200 wrong', () => {
    for (const seed of seeds) {
      const wrong = mistyped(addressOf(network, seed), seed);
      expect([wrong, validate(wrong, known), readAddress(wrong, network)]).toEqual([wrong, false, null]);
    }
  });

  it('may be in capitals where it is of a witness, and is stored in one spelling', () => {
    const address = addressOf(network, 2);
    expect(readAddress(` ${address.toUpperCase()} `, network)).toBe(address);
    expect(readAddress(address.slice(0, 10).toUpperCase() + address.slice(10), network)).toBeNull();
    expect(readAddress(addressOf(network, 0).toLowerCase(), network)).toBeNull();
  });

  it('is refused where its coins could not be spent again, or by any person', () => {
    const unknownVersion = segwit(prefix, 2, bytesOf(1, 32));
    const wrongChecksum = segwit(prefix, 1, bytesOf(1, 32), 1);
    const short = segwit(prefix, 0, bytesOf(1, 21));
    const anyones = segwit(prefix, 1, Buffer.from([0x4e, 0x73]));
    for (const wrong of [unknownVersion, wrongChecksum, short, anyones]) expect(readAddress(wrong, network)).toBeNull();
  });
});

it('reads the examples of the standards, and an address of regtest in a demo', () => {
  const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
  expect(readAddress(taproot, 'main')).toBe(taproot);
  expect(readAddress('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'main')).not.toBeNull();
  const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  expect([readAddress(regtest, 'test'), readAddress(regtest, 'main')]).toEqual([regtest, null]);
  for (const text of [
    '',
    'bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    'GB29NWBK60161331926819',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ])
    expect(readAddress(text, 'main')).toBeNull();
});
