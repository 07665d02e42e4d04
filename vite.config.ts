import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageOf } from './scripts/vite/page.ts';
import { fittingReactAria } from './scripts/vite/react-aria.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

const shortened = (name: string): string => name.slice(0, 3);

export default defineConfig({
  root: resolve(import.meta.dirname, 'src/web'),
  plugins: [react(), fittingReactAria(), pageOf(server)],
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
        // The first screen lists the 365 files that later ones need: characters of four bits instead of six make it shorter.
        hashCharacters: 'hex',
        // 28 bits of a hash and the beginning of a name, for the same reason.
        chunkFileNames: ({ name }) => `assets/${shortened(name)}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.endsWith('.css') ? shortened(name.slice(0, -4)) : '[name]'}-[hash:7][extname]`,
        // Over one connection, thirty small files cost a phone more than the few kilobytes that a screen does not use of
        // one. The first screen with all it stands on is a file, and so is what the signed-in screens share.
        codeSplitting: {
          groups: [
            // The service worker starts when the page stands, but is smaller than a request.
            {
              name: 'first',
              test: /src\/web\/(?:main|auth\/(?:LoginPage|PasskeySignIn)|platform\/realtime\/service-worker)\.tsx?$/,
              priority: 4,
            },
            // A demo's sign-in screen has its people beside it, with the card and the rows that every list stands on. The
            // styles of the fields are too few for a file.
            {
              name: 'lists',
              test: /src\/web\/(?:auth\/DemoPeople\.tsx|ui\/(?:layout\/Flow|forms\/SelectField)\.module\.css)$/,
              priority: 3,
            },
            // What the other ways in and the signed-in screens share: neither brings the other.
            {
              name: 'fields',
              test: new RegExp(
                [
                  String.raw`src\/web\/ui\/(?:forms\/SelectField|files\/DrawnPicture)\.tsx$`,
                  String.raw`src\/web\/platform\/i18n\/(?:format|LanguageField|use-country-options)\.tsx?$`,
                  String.raw`node_modules\/(?:@tanstack\/.*\/useMutation\.js|lucide-react\/.*\/(?:check|chevron-down|circle)\.mjs)$`,
                ].join('|'),
              ),
              priority: 2.5,
            },
            // The other ways in are small, and a newcomer walks through several of them.
            { name: 'entrance', test: /src\/web\/auth\//, priority: 2 },
            // With the frame of clients and of staff. A list of names of a few bytes, too, is shorter here than the name of its file in the first screen.
            {
              name: 'inside',
              test: /src\/web\/(?:ui\/|platform\/(?!forms\/(?:combo|dates)\/)|shell\/(?:layouts\/SignedInFrame|top-bar\/))|src\/contract\/(?:legal\/names|portfolio\/tier-names|trading\/transfer-names)\.ts$|node_modules\/(?:lucide-react|@tanstack)\//,
              priority: 1,
              minShareCount: 2,
            },
            // React Aria comes in two parts: what fields of dates do, and the calendar, which is loaded when it is opened.
            {
              name: 'dates',
              test: /src\/web\/platform\/forms\/dates\/input\/|node_modules\/(?:@internationalized|@swc|react-(?:aria|stately)(?!.*\/calendar\/))\//,
              priority: 0.9,
            },
            {
              name: 'calendar',
              test: /src\/web\/platform\/forms\/dates\/calendar\/|node_modules\/react-(?:aria|stately)\//,
              priority: 0.8,
            },
            // The menu of clients, and what home shares with the screens of money.
            {
              name: 'client',
              test: new RegExp(
                [
                  String.raw`src\/web\/shell\/(?:layouts\/MainLayout|money\/(?:MoneyActs|FirstDeposit))\.tsx$`,
                  String.raw`src\/web\/portfolio\/(?:overview-query|parts|use-is-new)\.ts$`,
                  String.raw`src\/web\/payments\/(?:movement|payment-queries)\.ts$`,
                  String.raw`src\/web\/verification\/verification-query\.ts$`,
                ].join('|'),
              ),
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
      '^/(api|config|embed|pusher|texts|workers)(/|$)': server,
      '/app/': { target: server, ws: true },
    },
  },
});
