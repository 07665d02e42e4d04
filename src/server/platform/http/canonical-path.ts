/** The first parts of paths that belong to calls and sockets; routes are case-sensitive. */
const ours = /^\/(api|apps|app|pusher)(?![^/])/i;

/** Two names of one place, for those who decode or normalise and those who do not. */
const ambiguous = [
  /** Absolute form, or no path at all. */
  /^(?!\/)/,
  /\/\//,
  /\\/,
  /** A fragment, which the router takes for the end of the path, and what is no character of an address. */
  /#|[^!-~]/,
  /\/\.{1,2}(?:\/|$)/,
  /** Encoded digits, letters of the alphabet and -._~ (RFC 3986, 6.2.2.2). */
  /%(?:4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A]|3[0-9]|2[DE]|5F|7E)/i,
  /** Encoded slashes and control characters, which must not be decoded twice. */
  /%(?:2F|5C|[01][0-9A-F]|7F)/i,
  /** What is encoded twice, which some servers decode twice. */
  /%25[0-9A-F]{2}/i,
  /** Parameters of the first part, which some servers cut off; a later one may be a channel's name, which may hold them. */
  /^\/[^/]*;/,
];

/**
 * Whether a request target has the one spelling of its path. A target that the router, a proxy and a check of ours
 * could read as different paths is refused, so that none of them must guess what the others see.
 */
export function isCanonical(target: string): boolean {
  const [path = ''] = target.split('?', 1);
  const [, index = ''] = ours.exec(path) ?? [];
  return index === index.toLowerCase() && !ambiguous.some((pattern) => pattern.test(path));
}
