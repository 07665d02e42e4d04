import { expect, it } from 'vitest';
import { movers } from './movers.ts';

const quote = (symbol: string, change_percent: string, is_stale = false) => ({ symbol, change_percent, is_stale });
const quotes = [
  quote('A', '0.05'),
  quote('B', '-1.20'),
  quote('C', '12.00'),
  quote('D', '0.00'),
  quote('E', '-0.01'),
  quote('F', '2.31'),
  quote('G', '99.00', true),
];

it('puts the strongest first, and leaves out unchanged or old ones', () => {
  expect(movers(quotes, 'up').map(({ symbol }) => symbol)).toEqual(['C', 'F', 'A']);
  expect(movers(quotes, 'down').map(({ symbol }) => symbol)).toEqual(['B', 'E']);
});

it('shows five', () => {
  const many = Array.from({ length: 9 }, (_, index) => quote(String(index), `${index + 1}.00`));
  expect(movers(many, 'up').map(({ symbol }) => symbol)).toEqual(['8', '7', '6', '5', '4']);
});
