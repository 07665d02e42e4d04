import type { RequestOf, Route } from '#contract/api.ts';
import { counted } from '../api/request-counter.ts';
import { answerTo, type Parts } from '../api/send.ts';

/** How long a browser may take to begin to save what it was given. */
const savingMs = 60_000;

/**
 * Calls an endpoint that answers with a file, and saves it under the name that the server gives it.
 * @throws ApiError as `call` does
 */
export async function download<R extends Route>(route: R, request: RequestOf<R>): Promise<void> {
  const answer = await counted(answerTo(route, request as unknown as Parts, {}));
  save(await answer.blob(), nameIn(answer.headers.get('content-disposition') ?? ''));
}

/**
 * Calls an endpoint that answers with a file, and reads it as text.
 * @throws ApiError as `call` does
 */
export async function fetchText<R extends Route>(route: R, request: RequestOf<R>): Promise<string> {
  const answer = await counted(answerTo(route, request as unknown as Parts, {}));
  return answer.text();
}

/** Hands bytes to the browser to save under a name. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), savingMs);
}

/** The name in letters of every script, where there is one, else the one in plain letters. */
function nameIn(disposition: string): string {
  const [, full] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  const [, plain = ''] = /filename="([^"]+)"/.exec(disposition) ?? [];
  return full ? decodeURIComponent(full) : plain;
}
