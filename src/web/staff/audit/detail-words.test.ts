import { expect, it } from 'vitest';
import { wordOf } from './detail-words.ts';

it('names what was to be approved by a noun, not by the button that asks for it', () => {
  expect(wordOf('ipo_staff.decide', 'approval_request', 'publish')).toBe('offerings.approval_publish');
  expect(wordOf('ipo_staff.decide', 'approval_request', 'list')).toBe('ipo.listing');
});

it('says what a verification level rests on', () => {
  expect(wordOf('clients.set_level', 'by', 'hand')).toBe('audit.by_hand');
  expect(wordOf('clients.set_level', 'by', 'proofs')).toBe('staff.level_proven');
});
