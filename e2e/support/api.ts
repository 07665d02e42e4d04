import type { APIResponse, BrowserContext } from '@playwright/test';
import type { ResponseOf, RequestOf, Route } from '#contract/api.ts';
import { stored } from '#contract/kernel/constants.ts';

/** Calls the server as a page in this browser would: with its cookies, its token and the anti-forgery header. */
export async function call<R extends Route>(
  context: BrowserContext,
  route: R,
  request: RequestOf<R>,
): Promise<ResponseOf<R>> {
  const response = await send(context, route, request as Parts);
  if (!response.ok()) throw new Error(`${route} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as ResponseOf<R>;
}

/** Calls an endpoint whose body is a file. */
export async function sendBytes<R extends Route>(
  context: BrowserContext,
  route: R,
  { query, content }: { query: Record<string, string>; content: Buffer },
): Promise<ResponseOf<R>> {
  const response = await send(context, route, { query, body: content });
  if (!response.ok()) throw new Error(`${route} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as ResponseOf<R>;
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

/** The same, for a test of the response itself. */
export async function send(
  context: BrowserContext,
  route: Route,
  { params = {}, query, body }: Parts,
): Promise<APIResponse> {
  const [method = 'GET', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]));
  const token = cookies.get(stored.token);
  return context.request.fetch(path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      [stored.antiForgeryHeader]: cookies.get(stored.antiForgeryCookie) ?? '',
    },
    ...(query ? { params: query } : {}),
    ...(body ? { data: body } : {}),
  });
}
