import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { OutcomeText } from './OutcomeText.tsx';

afterEach(cleanup);

it('takes the focus when it appears, so that it is read', () => {
  render(<OutcomeText>Confirmed</OutcomeText>);
  const status = screen.getByRole('status');
  expect(status).toBe(document.activeElement);
  expect(status.textContent).toBe('Confirmed');
});
