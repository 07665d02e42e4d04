import { expect, it } from 'vitest';
import { rolesOf, wordOf } from './detail-words.ts';

it('names what was to be approved by a noun, not by the button that asks for it', () => {
  expect(wordOf('ipo_staff.decide', 'approval_request', 'publish')).toBe('offerings.approval_publish');
  expect(wordOf('ipo_staff.decide', 'approval_request', 'list')).toBe('ipo.listing');
});

it('says what a verification level rests on', () => {
  expect(wordOf('clients.set_level', 'by', 'hand')).toBe('audit.by_hand');
  expect(wordOf('clients.set_level', 'by', 'proofs')).toBe('staff.level_proven');
});

it('names a decision about a screening hit', () => {
  expect(wordOf('approvals.request', 'decision', 'cleared')).toBe('audit.action_screening_clear');
  expect(wordOf('approvals.request', 'decision', 'confirmed')).toBe('audit.action_screening_confirm');
});

it('names the roles that a person had and has, which the log has as one value', () => {
  expect(rolesOf('staff.set_roles', 'finance support')).toEqual(['common.role_finance', 'common.role_support']);
  expect(rolesOf('staff.set_roles', 'they left')).toBeUndefined();
  expect(rolesOf('staff.note', 'finance')).toBeUndefined();
});
