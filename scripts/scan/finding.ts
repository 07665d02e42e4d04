/** A finding of a scanner. */
export interface Finding {
  tool: string;
  kind: string;
  /** Method and path, or a package. */
  where: string;
  what: string;
}

interface Accepted {
  kind: RegExp;
  where?: RegExp;
  what: RegExp;
  why: string;
}

/** Findings that stay as they are, each with its reason. Whatever else is found has to be mended. */
const accepted: readonly Accepted[] = [
  {
    kind: /Secure Headers/i,
    what: /^X-XSS-Protection is not set$/,
    why: 'browsers have dropped the filter that it steers, which was a hole of its own; the content policy stands there',
  },
  {
    kind: /HttpOnly/i,
    what: /: XSRF-TOKEN$/,
    why: 'our pages repeat it in a header, so they must read it; it opens nothing',
  },
  {
    kind: /^content policy$/,
    where: /^GET \/api\/docs\/$/,
    what: /^(style-src has 'unsafe-inline'|no Trusted Types)$/,
    why: 'the reader of the API page draws itself so; it holds no session and takes no form',
  },
];

/** Why a finding is no fault, or undefined. */
export function reasonFor({ kind, where, what }: Finding): string | undefined {
  return accepted.find((one) => one.kind.test(kind) && one.what.test(what) && (one.where?.test(where) ?? true))?.why;
}
