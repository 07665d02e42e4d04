import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: 2,
    projects: [
      { test: { name: 'house', environment: 'node', include: ['test/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/{contract,server}/**/*.test.{ts,tsx}', 'test/both/**/*.test.ts'],
          globalSetup: ['test/database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: { name: 'web', environment: 'jsdom', include: ['src/web/**/*.test.{ts,tsx}'], css: false },
      },
    ],
  },
});
