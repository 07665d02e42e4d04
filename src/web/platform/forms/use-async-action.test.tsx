import { act as rendered, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { currentToasts, dismissToast } from '#web/ui/feedback/toast.ts';
import { ApiError } from '../api/api-error.ts';
import { switchLanguage, translate } from '../i18n/i18n.tsx';
import { useAsyncAction } from './use-async-action.ts';

beforeAll(() => switchLanguage('en'));
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

const message = () => currentToasts().map(({ text, tone }) => [text, tone]);

it('does once what is requested twice, and may then do it again', async () => {
  const { result } = renderHook(useAsyncAction);
  let end = () => {};
  const does = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (end = resolve)));
  rendered(() => {
    result.current.run(does);
    result.current.run(does);
  });
  expect(does).toHaveBeenCalledOnce();
  expect(result.current.isBusy).toBe(true);
  await rendered(async () => end());
  expect(result.current.isBusy).toBe(false);
  rendered(() => result.current.run(does));
  expect(does).toHaveBeenCalledTimes(2);
  await rendered(async () => end());
  expect(message()).toEqual([]);
});

it('says why it failed, and of a defect only that something went wrong', async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const { result } = renderHook(useAsyncAction);
  const fail = (error: Error) =>
    rendered(async () => {
      result.current.run(async () => {
        throw error;
      });
    });
  await fail(new ApiError(409, { code: 'x', message: 'Not now.' }));
  await fail(new TypeError('x is not a function'));
  expect(message()).toEqual([
    ['Not now.', 'negative'],
    [translate('common.went_wrong'), 'negative'],
  ]);
  expect(reported).toHaveBeenCalledOnce();
  expect(result.current.isBusy).toBe(false);
});
