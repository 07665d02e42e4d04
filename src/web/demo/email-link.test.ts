import { describe, expect, it } from 'vitest';
import { pathInProduct } from './email-link.ts';

describe('a mailed address', () => {
  it.each([
    ['https://example.com/en/email/verify/abc_-1', '/email/verify/abc_-1'],
    ['http://localhost:3000/ar/restore-code/x', '/restore-code/x'],
    ['http://localhost:3000/de/settings/settings?from=mail', '/settings/settings?from=mail'],
  ])('%s leads to %s', (address, path) => {
    expect(pathInProduct(address)).toBe(path);
  });
});
