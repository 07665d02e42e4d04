import type { Page } from '@playwright/test';

type Failure = { status: number; body?: object; html?: string } | 'network';

/** Makes the server fail one of its calls, as seen from this page. Returns the function that ends it. */
export async function fail(page: Page, path: string, failure: Failure): Promise<() => Promise<void>> {
  const address = `**${path}`;
  await page.route(address, (route) => {
    if (failure === 'network') return route.abort('connectionfailed');
    const { status, body, html } = failure;
    if (html !== undefined) return route.fulfill({ status, contentType: 'text/html', body: html });
    return body ? route.fulfill({ status, json: body }) : route.fulfill({ status, body: '' });
  });
  return () => page.unroute(address);
}

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
