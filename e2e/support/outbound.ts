import type { Page } from '@playwright/test';

type Failure = { status: number; body?: object; html?: string } | 'network';

/** What fails on each page, by path. */
const failing = new WeakMap<Page, Map<string, Failure>>();

/** Makes the server fail one of its calls, as seen from this page. Returns the function that ends it. */
export async function fail(page: Page, path: string, failure: Failure): Promise<() => Promise<void>> {
  const address = `**${path}`;
  await page.route(address, (route) => {
    if (failure === 'network') return route.abort('connectionfailed');
    const { status, body, html } = failure;
    if (html !== undefined) return route.fulfill({ status, contentType: 'text/html', body: html });
    return body ? route.fulfill({ status, json: body }) : route.fulfill({ status, body: '' });
  });
  const failures = failing.get(page) ?? (await failParts(page));
  failures.set(path, failure);
  return () => {
    failures.delete(path);
    return page.unroute(address);
  };
}

/** The same where a call is one of several reads: the others keep their responses. */
async function failParts(page: Page): Promise<Map<string, Failure>> {
  const failures = new Map<string, Failure>();
  failing.set(page, failures);
  await page.route('**/api/reads', async (route) => {
    const { reads } = route.request().postDataJSON() as { reads: { call: string }[] };
    const failureAt = (at: number) => failures.get(reads[at]?.call.split(/[ ?]/)[1] ?? '');
    if (!reads.some((_, at) => failureAt(at))) return route.fallback();
    // A page that is left waits for nothing, and its responses are gone.
    const lines = await route
      .fetch()
      .then(async (response) => (await response.text()).split('\n'))
      .catch(() => undefined);
    if (!lines) return undefined;
    const parts = reads.map((_, index) => {
      const [head = '', body = ''] = lines.slice(index * 2, index * 2 + 2);
      const { at } = JSON.parse(head) as { at: number };
      const failure = failureAt(at);
      if (failure === 'network') return '';
      return failure ? `${JSON.stringify(headOf(at, failure))}\n${bodyOf(failure)}\n` : `${head}\n${body}\n`;
    });
    return route.fulfill({ contentType: 'text/plain; charset=utf-8', body: parts.join('') }).catch(() => undefined);
  });
  return failures;
}

type Answered = Exclude<Failure, 'network'>;
const headOf = (at: number, { status, html }: Answered) => ({
  at,
  status,
  headers: { 'content-type': html === undefined ? 'application/json' : 'text/html' },
});
const bodyOf = ({ html, body }: Answered) => html?.replaceAll('\n', ' ') ?? (body ? JSON.stringify(body) : '');

/** Holds back what the page requests, until it is released. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return letGo;
}

/** A defect of the server, as a client receives it. */
export const defect = { status: 500, body: { message: 'Boom', code: 'http.defect', request_id: 'request-42' } };
