import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { answerOtherRoutes } from './server.ts';

const signature = 'qVDTfmkdyMC5GMt85ksz6jzrUFbCJ62fBUo38fWNiJA';

const isPage = async (url: string) => {
  const http = fastify();
  answerOtherRoutes(http, () => Promise.resolve('a page'));
  return (await http.inject({ url })).body === 'a page';
};

it.each([
  '/en/home',
  `/en/unsubscribe/01a20075-cebd-76fd-818c-60880787d4b6.support.${signature}`,
  '/en/admin/clients?search=james.okafor@example.com',
])('responds to %s with a page', async (url) => expect(await isPage(url)).toBe(true));

it.each(['/assets/first-C58jTSf_.js', '/nothing.webmanifest', '/en/home.php?a=b', '/api/nothing'])(
  'has no page for %s',
  async (url) => expect(await isPage(url)).toBe(false),
);
