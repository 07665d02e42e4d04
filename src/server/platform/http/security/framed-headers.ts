import { createHash } from 'node:crypto';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

export interface Framed {
  /** The only sites that may show the page. */
  sites: readonly string[];
  script: string;
  style: string;
  /** It has a form, which opens a window of the client area. */
  opensWindow: boolean;
}

/**
 * The headers of a page that other sites may show. Its script and its style are admitted by their hashes, so nothing that
 * comes from elsewhere can be one. In the sandbox the page has no origin: it can't read the cookies and the storage of
 * the client area, nor can it act for a person who is signed in there.
 */
export const framedHeaders = ({ sites, script, style, opensWindow }: Framed): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    // A form without the script would put what was typed into an address.
    "form-action 'none'",
    `frame-ancestors ${sites.length === 0 ? "'none'" : sites.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `sandbox allow-scripts${opensWindow ? ' allow-forms allow-popups allow-popups-to-escape-sandbox' : ''}`,
  ].join('; '),
  'cross-origin-resource-policy': 'cross-origin',
  // A page in a sandbox may not be the first of a group of its own.
  'cross-origin-opener-policy': 'unsafe-none',
  'cache-control': 'no-store',
});
