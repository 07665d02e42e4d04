import { z } from 'zod';

/** A violation of the content policy without anything that could be a secret: no path of a token, no query, no fragment. */
export interface Violation {
  directive: string;
  /** The origin or kind of what was blocked. */
  blocked: string;
  /** Language and screen. */
  page: string;
  /** A file of the build, else an origin. */
  source: string;
}

/** A batch of the Reporting API may be long; a few reports show what is wrong. */
const maxReports = 20;

const directives = new Set(
  `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr font-src
   img-src connect-src manifest-src frame-src child-src media-src worker-src object-src
   base-uri form-action frame-ancestors sandbox require-trusted-types-for trusted-types`.split(/\s+/),
);

/** Extensions and software on the visitor's machine insert these; they are not about our pages. */
const noise =
  /^(chrome-extension|moz-extension|safari-extension|safari-web-extension|ms-browser-extension|webkit-masked-url|about|data|file|resource|chrome)(:|$)/i;

const text = z.string().optional().catch(undefined);

/** What a browser sends by `report-uri`. */
const single = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
  }),
});

/** What a browser sends by `report-to`: violations among reports of other types. */
const batch = z.array(z.object({ type: text, body: z.unknown() }));
const batched = z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, sourceFile: text });

interface Raw {
  page: string | undefined;
  directive: string | undefined;
  blocked: string | undefined;
  source: string | undefined;
}

/**
 * The violations that a browser reports, in either wire form.
 * @param isOwn whether a host name is one of this installation; reports about pages elsewhere are dropped
 * @returns undefined when it is neither form
 */
export function readViolations(body: unknown, isOwn: (host: string) => boolean): Violation[] | undefined {
  return rawOf(body)
    ?.slice(0, maxReports)
    .filter(({ blocked, source }) => ![blocked, source].some((one) => noise.test(one ?? '')))
    .flatMap((raw) => {
      const page = urlOf(raw.page);
      return page && isOwn(page.host) ? [violationOf(raw, page)] : [];
    });
}

function rawOf(body: unknown): Raw[] | undefined {
  const one = single.safeParse(body);
  if (one.success) {
    const report = one.data['csp-report'];
    const directive = report['effective-directive'] ?? report['violated-directive'];
    return [{ page: report['document-uri'], directive, blocked: report['blocked-uri'], source: report['source-file'] }];
  }
  const many = batch.safeParse(body);
  return many.data
    ?.filter(({ type }) => type === 'csp-violation')
    .flatMap((report) => {
      const { data } = batched.safeParse(report.body);
      if (!data) return [];
      const { documentURL: page, effectiveDirective: directive, blockedURL: blocked, sourceFile: source } = data;
      return [{ page, directive, blocked, source }];
    });
}

function violationOf({ directive = '', blocked = '', source = '' }: Raw, page: URL): Violation {
  const [name = ''] = directive.split(' ', 1);
  return {
    directive: directives.has(name) ? name : 'other',
    blocked: blocked === '' ? 'none' : originOf(blocked),
    page: screenOf(page.pathname),
    source: source === '' ? 'none' : sourceOf(source, page.origin),
  };
}

/** Words of the standard, such as `inline`, and the bare schemes that browsers give in place of an address. */
const word = /^[a-z][a-z-]{1,24}$/;

function originOf(address: string): string {
  if (word.test(address)) return address;
  const url = urlOf(address);
  if (!url) return 'other';
  const origin = url.host === '' ? url.protocol.slice(0, -1) : `${url.protocol}//${url.host}`;
  return origin.length > 100 ? 'other' : origin;
}

/** The path of a file of the build, which holds no secret; of all else the origin alone. */
function sourceOf(source: string, ownOrigin: string): string {
  const url = urlOf(source);
  const isBuilt = url?.origin === ownOrigin && /^\/(assets|workers)\/[\w.-]{1,80}$/.test(url.pathname);
  return isBuilt ? url.pathname : originOf(source);
}

/** `/en/restore-code/…` holds a one-time token from its third part on. */
function screenOf(path: string): string {
  const [, language = '', screen = ''] = path.split('/');
  if (!/^[a-z]{2,10}$/.test(language)) return '/';
  return /^[a-z][a-z-]{1,24}$/.test(screen) ? `/${language}/${screen}` : `/${language}`;
}

function urlOf(address: string | undefined): URL | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
}
