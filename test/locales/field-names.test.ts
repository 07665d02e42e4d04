import { describe, expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import { readCatalogue } from './catalogue.ts';

/** Fields that one form has, and the text of their label there. Those of an offering have the same name in its form. */
const labels: Record<string, string> = {
  ends_on: 'operator.ends_on',
  expires_on: 'verification.expires_on',
  label: 'payments.label',
  limit_price: 'ipo.limit_price',
  max: 'staff.override_max',
  nickname: 'trading.nickname',
};

describe.each(languages)('a refusal in %s', (language) => {
  it('names a field as its form does, where a unit may follow', () => {
    const texts = readCatalogue(language);
    const ofOffering = [...texts.keys()].flatMap((key) => /^offerings\.field_(\w+)$/.exec(key)?.[1] ?? []);
    const pairs = [...ofOffering.map((name) => [name, `offerings.field_${name}`]), ...Object.entries(labels)];
    const different = pairs.flatMap(([name = '', label = '']) => {
      const named = texts.get(`errors.field_${name}`);
      return named === undefined || texts.get(label)?.startsWith(named)
        ? []
        : `${name}: “${named}”, not “${texts.get(label)}”`;
    });
    expect(different).toEqual([]);
  });
});
