import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageOf } from './scripts/vite-page.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  root: resolve(import.meta.dirname, 'src/web'),
  plugins: [react(), pageOf(server)],
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // The content policy allows no data: fonts or scripts, and small files cost little over one connection.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first screen lists the 260 files that later ones need: characters of four bits instead of six make it shorter.
        hashCharacters: 'hex',
        // Over one connection, thirty small files cost a phone more than the few kilobytes that a screen does not use of
        // one. The first screen with all it stands on is a file, and so is what the signed-in screens share.
        codeSplitting: {
          groups: [
            // Each page starts it, and what draws PDFs stands on it: it brings neither to the other.
            {
              name: 'worker',
              test: /src\/(?:web\/platform\/realtime\/service-worker|contract\/kernel\/(?:pdf-)?worker)\.ts$/,
              priority: 4,
              includeDependenciesRecursively: false,
            },
            { name: 'first', test: /src\/web\/(?:main|auth\/LoginPage|auth\/PasskeySignIn)\.tsx$/, priority: 3 },
            // A demo's sign-in screen has its people beside it, with the card and the rows that every list stands on.
            { name: 'lists', test: /src\/web\/auth\/DemoPeople\.tsx$/, priority: 3 },
            // The other ways in are small, and a newcomer walks through several of them.
            { name: 'entrance', test: /src\/web\/auth\//, priority: 2 },
            {
              name: 'inside',
              test: /src\/web\/(?:ui|platform)\/|node_modules\/(?:lucide-react|@tanstack)\//,
              priority: 1,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: '[hash:base64:6]' } },
  server: {
    fs: { allow: [import.meta.dirname] },
    proxy: {
      '^/(api|config|pusher|texts|workers)(/|$)': server,
      '/app/': { target: server, ws: true },
    },
  },
});
