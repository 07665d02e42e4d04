import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Loading the product costs more than most files of tests, and none leaves anything behind for the next. */
const isolate = false;

/** Half a minute for what is waited for, and two for a test: a machine may be busy with other things. */
const patient = { testTimeout: 120_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: ['test/*.test.ts', 'test/{deploy,locales,rules}/*.test.ts'],
          ...patient,
        },
      },
      {
        resolve: { alias: { '@node-rs/argon2': resolve(import.meta.dirname, 'test/quick-argon2.ts') } },
        test: {
          name: 'server',
          isolate,
          environment: 'node',
          include: ['src/{contract,server}/**/*.test.{ts,tsx}', 'test/{both,sdk}/**/*.test.ts'],
          globalSetup: ['test/database.ts'],
          setupFiles: ['test/properties/same-values.ts'],
          ...patient,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          ...patient,
          isolate,
          environment: 'jsdom',
          setupFiles: ['test/patience.ts'],
          include: ['src/{web,worker}/**/*.test.{ts,tsx}'],
          css: false,
        },
      },
    ],
  },
});
