import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDraft } from './use-draft.ts';

/** The server: what was saved, and how it answers the saves that are on their way. */
let saved: string[];
let answers: (() => void)[];
beforeEach(() => {
  [saved, answers] = [[], []];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    saved.push((JSON.parse(body) as { content: { number: string } }).content.number);
    return new Promise<Response>((done) => answers.push(() => done(Response.json({ status: 'ok' }))));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const type = (number: string) => ({ number });
const open = () => renderHook((content) => useDraft('identity', content), { initialProps: type('') });
const rest = () => act(() => vi.advanceTimersByTimeAsync(1000));

it('sends the form after the save that is on its way, which would bring the draft back', async () => {
  const { result, rerender } = open();
  rerender(type('L01'));
  await rest();
  expect(saved).toEqual(['L01']);
  const send = vi.fn<() => Promise<string>>(async () => 'sent');
  const sending = result.current(send);
  await rest();
  expect(send).not.toHaveBeenCalled();
  answers[0]?.();
  await rest();
  expect(await sending).toBe('sent');
});

it('saves nothing while the form is sent', async () => {
  const { result, rerender } = open();
  rerender(type('L01'));
  let end = () => {};
  const sending = result.current(() => new Promise<void>((done) => (end = done)));
  await rest();
  expect(saved).toEqual([]);
  end();
  await sending;
});

it('saves again after a form that was refused', async () => {
  const { result, rerender } = open();
  await expect(result.current(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  rerender(type('L02'));
  await rest();
  expect(saved).toEqual(['L02']);
});

it('saves in the order of the changes', async () => {
  const { rerender } = open();
  rerender(type('L01'));
  await rest();
  rerender(type('L02'));
  await rest();
  expect(saved).toEqual(['L01']);
  answers[0]?.();
  await rest();
  expect(saved).toEqual(['L01', 'L02']);
});
