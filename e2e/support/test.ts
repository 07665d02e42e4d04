import { randomInt } from 'node:crypto';
import { test as plain } from '@playwright/test';

/** An address that no other test of this or an earlier run has, but for an accident. */
export const someAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/**
 * Playwright's test, with a household of its own for each: what is counted by address is then counted per test. The
 * server believes the header because it runs behind a proxy as far as it knows.
 */
export const test = plain.extend({
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => {
    await provide({ ...extraHTTPHeaders, 'x-forwarded-for': someAddress() });
  },
});
