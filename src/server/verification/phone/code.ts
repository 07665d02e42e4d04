import { randomInt } from 'node:crypto';
import { phoneCodeRule } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { hashesOf, hashToken } from '#server/platform/secrets/token.ts';

/** A code as it is stored. Another client or number makes another hash, so a row that was changed opens nothing. */
export interface StoredCode {
  id: string;
  clientId: string;
  phone: string;
  hash: Buffer;
}

type Bound = Omit<StoredCode, 'hash'>;

export const newCode = (): string => String(randomInt(10 ** phoneCodeRule.length)).padStart(phoneCodeRule.length, '0');

const bind = ({ id, clientId, phone }: Bound, code: string) => [id, clientId, phone, code].join('\0');

/** Keyed, because there are only a million codes to try. */
export const hashCode = ({ config }: Pick<App, 'config'>, of: Bound, code: string): Buffer =>
  hashToken(config, 'phone code', bind(of, code));

export const isCodeOf = ({ config }: Pick<App, 'config'>, of: StoredCode, code: string): boolean =>
  hashesOf(config, 'phone code', bind(of, code)).some((hash) => hash.equals(of.hash));
