import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { StepItem } from './StepItem.tsx';
import type { StepState } from './steps.ts';

afterEach(cleanup);

const step = (due: boolean, state: StepState = 'open') => (
  <StepItem id="person" number={1} name="Personal details" state={state} more={null} due={due}>
    <input aria-label="City" />
    <button type="button">Save</button>
  </StepItem>
);
const line = () => screen.getByRole('button', { name: /Personal details/ });
const isUnfolded = () => line().getAttribute('aria-expanded') === 'true';

it('stays unfolded under the hands of who fills it in when staff ask for another step first', async () => {
  const { rerender } = render(step(true));
  await userEvent.type(screen.getByLabelText('City'), 'Os');
  rerender(step(false));
  expect(isUnfolded()).toBe(true);
  await userEvent.keyboard('lo');
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Oslo');
});

it('folds once it is sent, and the focus stays at its line', async () => {
  const { rerender } = render(step(true));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  rerender(step(false, 'done'));
  expect(isUnfolded()).toBe(false);
  expect(document.activeElement).toBe(line());
});

it('takes the focus from no other place', async () => {
  const around = (due: boolean, state: StepState) => (
    <>
      {step(due, state)}
      <button type="button">Menu</button>
    </>
  );
  const { rerender } = render(around(true, 'open'));
  await userEvent.type(screen.getByLabelText('City'), 'Oslo');
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  rerender(around(false, 'done'));
  expect(isUnfolded()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' }));
});
