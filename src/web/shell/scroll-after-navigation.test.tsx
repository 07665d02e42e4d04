import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scrollAfterNavigationMs, targetSettlesMs } from '#contract/kernel/constants.ts';
import { routerScrolls, scrollAfterNavigation } from './scroll-after-navigation.ts';

const root = createRootRoute({ component: Outlet });
const index = (path: string, scrollToTop = true) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { screen: { name: path, layout: 'clear', guard: 'anyone', scrollToTop } },
    component: () => <p id="part">{path}</p>,
  });

/** What moved the page, in order. */
let moves: string[];
let end = () => {};
/** Reports that the page has grown, as the browser does. */
let grow = () => {};

beforeEach(() => {
  moves = [];
  grow = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        grow = told;
      }
      observe() {}
      disconnect() {
        grow = () => {};
      }
    },
  );
  vi.stubGlobal('scrollTo', ({ top }: ScrollToOptions) => void moves.push(`to ${top}`));
  Element.prototype.scrollIntoView = function show() {
    moves.push(`to #${this.id}`);
  };
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

async function open() {
  const router = createRouter({
    routeTree: root.addChildren([index('/first'), index('/second'), index('/still', false)]),
    history: createMemoryHistory({ initialEntries: ['/first'] }),
    scrollRestoration: routerScrolls,
  });
  end = scrollAfterNavigation(router);
  await router.load();
  render(<RouterProvider router={router} />);
  const go = (href: string) => act(() => router.navigate({ href }));
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  vi.useFakeTimers();
  await wait(scrollAfterNavigationMs);
  moves = [];
  return { go, wait };
}

it('moves the page to the top after a moment, and nothing moves it before', async () => {
  const { go, wait } = await open();
  await go('/second');
  await wait(scrollAfterNavigationMs - 1);
  expect(moves).toEqual([]);
  await wait(1);
  expect(moves).toEqual(['to 0']);
});

it('leaves a screen where it is that says so', async () => {
  const { go, wait } = await open();
  await go('/second');
  await go('/still');
  await wait(1000);
  expect(moves).toEqual([]);
});

it('moves to the target of the hash, also to the same once more, and never to the top', async () => {
  const { go, wait } = await open();
  await go('/still#part');
  await go('/still#part');
  await wait(1000);
  expect(moves).toEqual(['to #part', 'to #part']);
});

it('follows the target while the page grows, until a person moves the page', async () => {
  const { go, wait } = await open();
  await go('/still#part');
  grow();
  expect(moves).toEqual(['to #part', 'to #part']);
  dispatchEvent(new Event('wheel'));
  grow();
  await go('/second#part');
  await wait(targetSettlesMs);
  grow();
  expect(moves).toEqual(['to #part', 'to #part', 'to #part']);
});

it('stays where only what stands behind the question mark has changed', async () => {
  const { go, wait } = await open();
  await go('/first?status=open');
  await wait(1000);
  expect(moves).toEqual([]);
});
