import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { run, root } from '../run.ts';
import { freePort, startInstallation } from './installation.ts';
import { measure, printTable } from './measure-page.ts';

/**
 * First load of the sign-in screen as a phone sees it, next to the floor: a bare page with the same React, router and
 * query library, measured in the same run. Prints; asserts nothing.
 */
const floorSource = `
  import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
  import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
  import { createElement as e } from 'react';
  import { createRoot } from 'react-dom/client';
  const router = createRouter({ routeTree: createRootRoute({ component: () => e('main', null, e('h1', null, 'Floor')) }) });
  createRoot(document.getElementById('app')).render(
    e(QueryClientProvider, { client: new QueryClient() }, e(RouterProvider, { router })),
  );`;

const floorPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>
  <meta name="viewport" content="width=device-width"><meta name="description" content="floor">
  <script type="module" src="./main.js"></script></head><body><div id="app"></div></body></html>`;

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The floor's own files, packed as ours are. */
async function serveFloor(port: number): Promise<Server> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'floor-'));
  await writeFile(join(folder, 'main.js'), floorSource);
  await writeFile(join(folder, 'index.html'), floorPage);
  await build({ configFile: false, root: folder, logLevel: 'error', build: { outDir: 'dist' } });
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    readFile(join(folder, 'dist', path)).then(
      (content) =>
        response
          .writeHead(200, { 'content-type': types[extname(path)] ?? '', 'content-encoding': 'gzip' })
          .end(gzipSync(content)),
      () => response.writeHead(404).end(),
    );
  });
  server.on('close', () => void rm(folder, { recursive: true, force: true }));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const floorPort = await freePort();
const floor = await serveFloor(floorPort);
const [installation, demo] = [await startInstallation(), await startInstallation({ demo: true })];
try {
  printTable([
    await measure('floor: React, router, query', `http://127.0.0.1:${floorPort}/`),
    await measure('sign-in, English', `${installation.url}/en/login`),
    await measure('sign-in, Arabic', `${installation.url}/ar/login`, { language: 'ar' }),
    await measure('sign-in, Russian', `${installation.url}/ru/login`, { language: 'ru' }),
    await measure('register, English', `${installation.url}/en/register`),
    await measure('sign-in of the demo, English', `${demo.url}/en/login`),
  ]);
} finally {
  await Promise.all([installation.stop(), demo.stop()]);
  floor.close();
}
