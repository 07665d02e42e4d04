import { describe, expect, it } from 'vitest';
import { accentsOf, contrast, minContrast } from './brand-color.ts';

const steps = ['00', '33', '66', '99', 'cc', 'ff'];
const everyColor = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#1f4fd8', '#1f4fd8')).toBe(1);
  });
});

describe('accentsOf', () => {
  it.each(everyColor)('can be read in both themes: %s', (color) => {
    const { light, dark } = accentsOf(color);
    for (const { fill } of [light, dark]) expect(contrast('#ffffff', fill)).toBeGreaterThanOrEqual(minContrast);
    for (const ground of ['#ffffff', '#f6f6f4', '#eeeeea'])
      expect(contrast(ground, light.ink)).toBeGreaterThanOrEqual(minContrast);
    for (const ground of ['#0c0e11', '#15181d', '#1c2026', '#22272e'])
      expect(contrast(ground, dark.ink)).toBeGreaterThanOrEqual(minContrast);
  });

  it('leaves a colour that can be read as it is', () => {
    expect(accentsOf('#0b673b').light.fill).toBe('#0b673b');
  });
});
