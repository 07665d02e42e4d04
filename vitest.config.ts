import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Loading the product costs more than most files of tests, and none leaves anything behind for the next. */
const isolate = false;

export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: 2,
    projects: [
      { test: { name: 'house', environment: 'node', include: ['test/*.test.ts'], testTimeout: 120_000 } },
      {
        test: {
          name: 'server',
          isolate,
          environment: 'node',
          include: ['src/{contract,server}/**/*.test.{ts,tsx}', 'test/both/**/*.test.ts'],
          globalSetup: ['test/database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          testTimeout: 30_000,
          isolate,
          environment: 'jsdom',
          include: ['src/{web,worker}/**/*.test.{ts,tsx}'],
          css: false,
        },
      },
    ],
  },
});
