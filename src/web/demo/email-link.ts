import type { Path } from '#web/platform/navigation/path.ts';

/**
 * Where an emailed address leads inside the product, without its language: the demo broker sends only its own
 * addresses, which may have another host than the one of this page.
 */
export function pathInProduct(address: string): Path {
  const { pathname, search } = new URL(address);
  return `${pathname.replace(/^\/[a-z]{2}(?=\/)/, '')}${search}` as Path;
}
