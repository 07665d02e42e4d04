import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharedOut } from './pages.ts';

it('puts each row on one sheet, in order, and leaves no sheet empty but the only one', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(12), (count, facts) => {
      const rows = Array.from({ length: count }, (_, place) => place);
      const pages = sharedOut(rows, facts);
      expect(pages.flat()).toEqual(rows);
      expect(pages.every((page) => page.length <= 22 && (page.length > 0 || count === 0))).toBe(true);
      expect(pages.at(-1)!.length).toBeLessThanOrEqual(19);
    }),
  );
});
