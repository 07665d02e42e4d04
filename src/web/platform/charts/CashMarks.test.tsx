import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { switchLanguage } from '../i18n/i18n.tsx';
import { CashMarks } from './CashMarks.tsx';

beforeAll(() => switchLanguage('en'));

it('marks what came in and what went out on its day, and names the amount', () => {
  const flows = ['0.00', '250.00', '-40.50', '0.00', '0.00'];
  render(<CashMarks days={flows.map((flow, index) => ({ on: `2019-03-0${index + 1}`, flow }))} currency="USD" />);
  const marks = screen.getAllByRole('img');
  expect(marks.map(({ textContent }) => textContent)).toEqual(['▲', '▼']);
  expect(marks.map(({ title }) => title)).toEqual([
    '2\u00a0Mar\u00a02019 · +$250.00',
    '3\u00a0Mar\u00a02019 · −$40.50',
  ]);
  expect(marks.map(({ style }) => style.insetInlineStart)).toEqual(['25%', '50%']);
});
