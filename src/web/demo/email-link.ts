import type { Path } from '#web/platform/navigation/navigation.tsx';

/**
 * Where a mailed address leads inside the product, without its language: the demo broker mails only its own addresses,
 * which may name another host than the one that this page was opened under.
 */
export function pathInProduct(address: string): Path {
  const { pathname, search } = new URL(address);
  return `${pathname.replace(/^\/[a-z]{2}(?=\/)/, '')}${search}` as Path;
}
