import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useBegunElsewhere } from './begun-elsewhere.ts';

it('is what was typed on the website, of the fields that it may fill, and leaves the address', () => {
  window.history.replaceState({}, '', '/de/register#email=ida%40example.com&country=DE&password=secret&terms=true');
  const { result } = renderHook(() => useBegunElsewhere());
  expect(result.current).toEqual({ email: 'ida@example.com', country: 'DE' });
  expect(window.location.href).not.toMatch(/ida|secret/);
});

it('leaves another address as it is', () => {
  window.history.replaceState({}, '', '/de/register#content');
  const { result } = renderHook(() => useBegunElsewhere());
  expect(result.current).toEqual({});
  expect(window.location.hash).toBe('#content');
});
