import { expect, it } from 'vitest';
import { isSeen } from './is-seen.ts';

const page = (path: string, visibilityState = 'visible') => ({ url: `https://atrium.test${path}`, visibilityState });

it.each([
  ['its own screen', { path: '/en/wallet', group: 'money' }, [page('/en/wallet?tab=2')], true],
  ['its own screen, behind others', { path: '/en/wallet', group: 'money' }, [page('/en/wallet', 'hidden')], false],
  ['another screen', { path: '/en/wallet', group: 'money' }, [page('/en/home')], false],
  ['any screen, of support', { path: '/en/support', group: 'support' }, [page('/en/home')], true],
  ['none that is seen, of support', { path: '/en/support', group: 'support' }, [page('/en/home', 'hidden')], false],
  ['nothing', { path: '/en/notifications', group: undefined }, [], false],
] as const)('a message is seen anyway on %s: %j', (_where, message, pages, seen) =>
  expect(isSeen(message, pages)).toBe(seen),
);
