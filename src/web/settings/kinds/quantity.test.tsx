import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { switchLanguage } from '#web/platform/i18n/i18n.tsx';
import { hundredths, percent, spanOf, usd } from './quantity.tsx';

beforeAll(() => switchLanguage('en'));
afterEach(cleanup);

const common = { label: 'Value', hint: '', error: undefined, currencies: [] };

it.each([
  [spanOf('minute'), 90, '90 minutes'],
  [percent, 80, '80%'],
  [hundredths, 50, '0.5%'],
])('shows a number with its unit, and under its field as well', ({ Shown, Field }, value, text) => {
  const shown = render(<Shown value={value} />);
  expect(screen.getByText(text)).toBeInstanceOf(HTMLElement);
  shown.unmount();
  render(<Field {...common} value={value} onChange={() => {}} />);
  expect(screen.getByText(text)).toBeInstanceOf(HTMLElement);
});

it('sends what is no number as it is, and shows no unit for it', () => {
  const change = vi.fn<(value: unknown) => void>();
  const { rerender } = render(<usd.Field {...common} value="10000" onChange={change} />);
  expect(screen.getByText(/10,000\.00/)).toBeInstanceOf(HTMLElement);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '10 000' } });
  expect(change).toHaveBeenCalledWith('10 000');
  rerender(<usd.Field {...common} value="10 000" onChange={change} />);
  expect(screen.queryByText(/10,000/)).toBeNull();
});
