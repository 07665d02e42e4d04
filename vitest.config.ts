import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { locales } from './scripts/vite-locales.ts';

export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: 2,
    projects: [
      { test: { name: 'house', environment: 'node', include: ['test/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/{contract,server}/**/*.test.{ts,tsx}'],
          testTimeout: 15_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react(), locales()],
        test: { name: 'web', environment: 'jsdom', include: ['src/web/**/*.test.{ts,tsx}'], css: false },
      },
    ],
  },
});
