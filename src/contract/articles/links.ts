/** Characters that no address needs, and that can make one look like another or hide its scheme. */
const unseen = /[\p{Cc}\p{Cf}\p{Z}\s\\<>"`]/u;

/** Where a link in an article may lead; everything else is no link. No name or password before the host. */
const shapes = [
  /^\/(?!\/)/,
  /^https?:\/\/[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?(:\d{1,5})?([/?#].*)?$/iu,
  /^mailto:[\w.+-]+@[\p{L}\p{N}.-]+$/iu,
  /^tel:\+?[\d().-]+$/i,
];

/**
 * A safe address for a link, or undefined. Inside the product it begins with one slash; elsewhere it has one of few
 * schemes. Browsers skip spaces and control characters where they look for a scheme, so these are refused.
 */
export function safeAddress(written: string): string | undefined {
  const address = written.trim();
  if (address.length > 1000 || unseen.test(address)) return undefined;
  return shapes.some((shape) => shape.test(address)) ? address : undefined;
}

/** Whether a safe address leaves the product. */
export const isExternal = (address: string): boolean => !address.startsWith('/');
