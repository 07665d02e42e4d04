import { expect, it } from 'vitest';
import { withinWindow } from './dock-height.ts';

it.each<[wanted: number, windowHeight: number, height: number]>([
  [220, 900, 220],
  [20, 900, 104],
  [800, 900, 640],
  [220.4, 900, 220],
  [300, 300, 104],
])('a dock of %d in a window of %d is %d high', (wanted, windowHeight, height) =>
  expect(withinWindow(wanted, windowHeight)).toBe(height),
);
