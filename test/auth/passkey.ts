import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { CreationOptions, AssertionOptions } from '#contract/auth/passkeys.ts';
import type { PasskeyResponse } from '#contract/auth/proof.ts';
import type { Session, TestServer } from '../server.ts';

/** What a device does otherwise than it should. */
export interface Misdeed {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Without user verification. */
  unverified?: boolean;
  /** In place of the next one. */
  counter?: number;
  credentialId?: string;
  userHandle?: string;
  /** Signs something else. */
  forged?: boolean;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };
const url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** A head of CBOR: major type and a length or number below 65,536. */
const head = (major: number, value: number) =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);

/** As much of CBOR as an attestation needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, of]) => [cbor(key), cbor(of as string)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** The public key as a device sends it (COSE: EC2, ES256, P-256). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = (part: string) => Buffer.from(part, 'base64url');
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]),
  );
}

/** A device that makes passkeys and signs with them, in software. */
export function softwareAuthenticator(server: TestServer) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const home = new URL(server.config.appUrl);
  let counter = 0;
  let owner = '';

  const clientData = (type: string, challenge: string, wrong: Misdeed) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? home.origin,
        crossOrigin: false,
      }),
    );

  function dataOf(wrong: Misdeed, attested: Buffer = Buffer.alloc(0)): Buffer {
    counter = wrong.counter ?? counter + 1;
    const flag = flags.present | (wrong.unverified ? 0 : flags.verified) | (attested.length > 0 ? flags.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(wrong.rpId ?? home.hostname), Buffer.from([flag]), count, attested]);
  }

  return {
    credentialId: url(credentialId),
    /** What the browser answers to `navigator.credentials.create`. */
    make({ options }: Pick<CreationOptions, 'options'>, wrong: Misdeed = {}) {
      owner = options.user.id;
      const size = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]);
      const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, coseKey(publicKey)]);
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', dataOf(wrong, attested)],
      ]);
      return {
        id: url(credentialId),
        rawId: url(credentialId),
        type: 'public-key' as const,
        response: {
          clientDataJSON: url(clientData('webauthn.create', options.challenge, wrong)),
          attestationObject: url(cbor(object)),
          transports: ['internal'],
        },
      };
    },
    /** What the browser answers to `navigator.credentials.get`. */
    sign({ options }: Pick<AssertionOptions, 'options'>, wrong: Misdeed = {}): PasskeyResponse {
      const data = dataOf(wrong);
      const client = clientData('webauthn.get', options.challenge, wrong);
      const signature = sign('sha256', wrong.forged ? data : Buffer.concat([data, sha256(client)]), privateKey);
      const id = wrong.credentialId ?? url(credentialId);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: url(client),
          authenticatorData: url(data),
          signature: url(signature),
          userHandle: wrong.userHandle ?? (owner || undefined),
        },
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;

/** Adds a passkey to a client who has no second factor yet; gives its device and the recovery codes. */
export async function setUpPasskey(server: TestServer, as: Session, name = 'Phone') {
  const device = softwareAuthenticator(server);
  const started = await server.call('POST /api/settings/passkeys/start', {
    as,
    body: { current_password: as.password },
  });
  const added = await server.call('POST /api/settings/passkeys/add', {
    as,
    body: { attempt: started.body.attempt, name, passkey: device.make(started.body) },
  });
  if (added.status !== 200) throw new Error(`no passkey: ${JSON.stringify(added.refusal)}`);
  return { device, recoveryCodes: added.body.recovery_codes };
}
