import { sessionRenewal } from '#contract/kernel/constants.ts';
import { send } from '../api/send.ts';

/**
 * The key by which this browser renews its sessions. No script can read it, so a thief who copies the cookies cannot
 * renew them. It belongs to the browser, not to a person: of all tabs and sessions there is one.
 */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
const database = 'session-key';
const store = 'keys';
const only = 'own';

/** The public key for a sign-in; undefined where the browser stores no keys, as some do in private windows. */
export async function publicKey(): Promise<string | undefined> {
  try {
    const key = (await stored()) ?? (await storeUnlessStored(await newKey()));
    return toBase64url(await crypto.subtle.exportKey('raw', key.publicKey));
  } catch {
    return undefined;
  }
}

/** @returns false when this browser has no key @throws ApiError when there was no response, or the session has ended */
export async function renewSession(challenge: string): Promise<boolean> {
  const key = await stored().catch(() => undefined);
  if (!key) return false;
  const signed = new TextEncoder().encode(sessionRenewal + challenge);
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, signed);
  await send('POST /api/session/renew', { body: { challenge, signature: toBase64url(signature) } }, {});
  return true;
}

const newKey = () => crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);

const stored = () => transact<CryptoKeyPair | undefined>('readonly', (keys) => keys.get(only));

/** Two tabs may make one at once: the first stays. */
async function storeUnlessStored(made: CryptoKeyPair): Promise<CryptoKeyPair> {
  await transact('readwrite', (keys) => keys.add(made, only)).catch(() => undefined);
  const saved = await stored();
  if (!saved) throw new Error('the browser stored no key');
  return saved;
}

async function transact<T>(mode: IDBTransactionMode, action: (keys: IDBObjectStore) => IDBRequest): Promise<T> {
  const opening = indexedDB.open(database, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store));
  const opened = await done<IDBDatabase>(opening);
  try {
    return await done<T>(action(opened.transaction(store, mode).objectStore(store)));
  } finally {
    opened.close();
  }
}

const done = <T>(request: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as T));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
    request.addEventListener('blocked', () => reject(new Error('IndexedDB is blocked')));
  });

const toBase64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
