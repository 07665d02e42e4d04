import { act, cleanup, render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, expect, it } from 'vitest';
import { SegmentsFrame, SegmentsGroup } from './SegmentsFrame.tsx';

afterEach(cleanup);

/** What a field shows once it has come. */
function held(text: string) {
  let resolve: (module: { default: () => string }) => void = () => undefined;
  const Part = lazy(
    () =>
      new Promise<{ default: () => string }>((done) => {
        resolve = done;
      }),
  );
  return { Part, come: () => act(async () => resolve({ default: () => text })) };
}

it('shows fields that come one after another at once', async () => {
  const [early, late] = [held('08:00'), held('12:00')];
  render(
    <SegmentsGroup fallback="Loading">
      <SegmentsFrame label="Opens at">{() => <early.Part />}</SegmentsFrame>
      <SegmentsFrame label="Closes at">{() => <late.Part />}</SegmentsFrame>
    </SegmentsGroup>,
  );
  await early.come();
  expect(screen.queryByText('Loading')).not.toBeNull();
  await late.come();
  expect(screen.queryByText('Loading')).toBeNull();
  expect([screen.getByText('08:00'), screen.getByText('12:00')]).toHaveLength(2);
});
