import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Message } from '#contract/support/endpoints.ts';
import { createStore } from '#web/platform/store.ts';
import { emptyConversation, type ConversationState } from '../talk/conversation-state.ts';
import type { Talk } from '../talk/talk.ts';
import { useListEnd } from './use-list-end.ts';

const messagePx = 100;
const framePx = 300;
let grown: () => void;
let top: number;
let seen: () => void;

beforeEach(() => {
  top = 0;
  seen = vi.fn<() => void>();
  class Observer {
    constructor(callback: () => void) {
      grown = callback;
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const messages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ seq: n + 1, from: 'support' })) as unknown as Message[];

/** A list that is as high as its messages, in a frame that shows three. */
function open(count: number) {
  const state = (n: number): ConversationState => ({ ...emptyConversation, messages: messages(n), reachedSeq: n });
  const store = createStore(state(count));
  const talk = { store, seen: () => seen() } as unknown as Talk;
  function List() {
    const { frame, content, onScroll, below } = useListEnd(talk, 'client');
    return (
      <div ref={frame} onScroll={onScroll} data-testid="list" data-below={below}>
        <div ref={content} />
      </div>
    );
  }
  const list = render(<List />).getByTestId('list');
  const height = () => store.get().messages.length * messagePx;
  Object.defineProperties(list, {
    clientHeight: { get: () => framePx },
    scrollHeight: { get: height },
    scrollTop: {
      get: () => top,
      set(to: number) {
        top = Math.min(Math.max(to, 0), height() - framePx);
      },
    },
  });
  const grow = () => act(grown);
  grow();
  return {
    below: () => Number(list.dataset['below']),
    /** By the reader; the browser reports it later. */
    move: (to: number) => (list.scrollTop = to),
    scrolled: () => act(() => void list.dispatchEvent(new Event('scroll'))),
    arrive(n: number) {
      act(() => store.set(state(n)));
      grow();
    },
  };
}

it('follows what comes while the reader is at the end', () => {
  const list = open(12);
  expect(top).toBe(900);
  list.scrolled();
  list.arrive(13);
  list.scrolled();
  expect([top, list.below()]).toEqual([1000, 0]);
});

it('leaves a reader where they scrolled before the first jump was reported, and counts what comes below', () => {
  const list = open(12);
  list.move(0);
  list.scrolled();
  list.arrive(13);
  expect([top, list.below()]).toEqual([0, 1]);
});

it('knows it by the position of the list, when it grows before anything was reported', () => {
  const list = open(12);
  list.scrolled();
  list.move(200);
  act(grown);
  list.arrive(13);
  expect([top, list.below()]).toEqual([200, 1]);
  list.move(1000);
  list.scrolled();
  expect(list.below()).toBe(0);
});
