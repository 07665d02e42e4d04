import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { wrongSettings } from './wrong-settings.ts';

/**
 * The certificates of an authority of one's own, as PEM.
 * @throws Error when the file cannot be read or holds no certificate
 */
export function readAuthority(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8');
    if (new X509Certificate(pem).raw.length > 0) return pem;
    throw new Error('no certificate');
  } catch {
    throw wrongSettings('SMTP_CA_FILE: is no file with a certificate as PEM');
  }
}
