import { describe, expect, it } from 'vitest';
import { avatarStyle, avatarPalette, luminance } from './avatar-rule.ts';

describe('initials', () => {
  it.each([
    ['Anna Berg', 'AB'],
    ['anna maria berg', 'AM'],
    ['  Anna   Berg ', 'AB'],
    ['Anna', 'A'],
    ['Анна Иванова', 'АИ'],
    ['łukasz żak', 'ŁŻ'],
    ['e\u0301mile zola', 'ÉZ'],
    ['«Anna» (Berg)', 'AB'],
    ['— Anna', 'A'],
    ['3rd Street', '3S'],
    ['مريم عباس', 'م\u200cع'],
    ['𝒜da 😀 Lovelace', '𝒜L'],
    ['', ''],
    ['—', ''],
  ])('of %j are %j', (name, initials) => {
    expect(avatarStyle(name).initials).toBe(initials);
  });
});

describe('colour', () => {
  it('depends on the first character only, whatever its case', () => {
    expect(avatarStyle('anna').background).toBe(avatarStyle('ADAM BERG').background);
    expect(avatarStyle('Anna').background).not.toBe(avatarStyle('Berta').background);
  });

  it('uses black above the luminance threshold and white up to it', () => {
    const inks = new Set<string>();
    for (const code of Array.from({ length: avatarPalette.length }, (_, index) => 65 + index)) {
      const look = avatarStyle(String.fromCodePoint(code));
      expect(look.ink).toBe(luminance(look.background) > 160 ? '#000000' : '#ffffff');
      inks.add(look.ink);
    }
    expect(inks.size).toBe(2);
  });

  it.each(avatarPalette)('%s reads with its ink at 4.5 : 1', (background) => {
    const own = relativeLuminance(background);
    const contrast = luminance(background) > 160 ? (own + 0.05) / 0.05 : 1.05 / (own + 0.05);
    expect(contrast).toBeGreaterThanOrEqual(4.5);
  });
});

/** WCAG's relative luminance of `#rrggbb`, 0–1. */
function relativeLuminance(colour: string): number {
  const linear = (at: number) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}
