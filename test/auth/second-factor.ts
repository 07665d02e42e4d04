import { codeAt, stepAt } from '#server/auth/second-factor/totp.ts';
import type { Session, TestServer } from '../server.ts';

/** An authenticator app of a person, and their recovery codes. */
export interface Authenticator {
  /** The code that the app shows now, or so many steps of 30 s away from now. */
  code: (steps?: number) => string;
  recoveryCodes: string[];
}

const bytesOf = (base32: string): Buffer => {
  const bits = Array.from(base32, (sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** An app that has read the secret; its clock is the server's. */
export function authenticatorOf(server: TestServer, secret: string): Authenticator['code'] {
  return (steps = 0) => codeAt(bytesOf(secret), stepAt(server.clock.now()) + steps);
}

/**
 * Turns on codes of an app for a person, and advances the clock by half a minute so that the next code is a fresh one.
 */
export async function setUpTotp(server: TestServer, as: Session): Promise<Authenticator> {
  const started = await server.call('POST /api/settings/second-factor/totp', {
    as,
    body: { current_password: as.password },
  });
  const code = authenticatorOf(server, started.body.secret);
  const confirmed = await server.call('POST /api/settings/second-factor/totp/confirm', { as, body: { code: code() } });
  if (confirmed.status !== 200) throw new Error(`no second factor: ${JSON.stringify(confirmed.refusal)}`);
  server.clock.advance(30_000);
  return { code, recoveryCodes: confirmed.body.recovery_codes };
}
