import type { RequestOf, Route } from '#contract/api.ts';
import { countRequest } from '../api/request-counter.ts';
import { responseTo, type Parts } from '../api/send.ts';

/** How long a browser may take to start saving a file. */
const savingMs = 60_000;

/**
 * Calls an endpoint that responds with a file, and saves it under the name that the server gives it.
 * @throws ApiError as `call` does
 */
export async function download<R extends Route>(route: R, request: RequestOf<R>): Promise<void> {
  const response = await countRequest(responseTo(route, request as unknown as Parts, {}));
  save(await response.blob(), nameIn(response.headers.get('content-disposition') ?? ''));
}

/**
 * Calls an endpoint that responds with a file, and reads it as text.
 * @throws ApiError as `call` does
 */
export async function fetchText<R extends Route>(route: R, request: RequestOf<R>): Promise<string> {
  const response = await countRequest(responseTo(route, request as unknown as Parts, {}));
  return response.text();
}

/** Hands bytes to the browser to save under a name. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), savingMs);
}

/** The name in the characters of every script, where there is one, else the ASCII one. */
function nameIn(disposition: string): string {
  const [, full] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  const [, plain = ''] = /filename="([^"]+)"/.exec(disposition) ?? [];
  return full ? decodeURIComponent(full) : plain;
}
