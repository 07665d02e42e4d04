import { expect, it } from 'vitest';
import { groupRefusals } from './refusal-groups.ts';
import { sharedParts } from './shared-parts.ts';

it('groups what stands side by side in several lists, and keeps the order', () => {
  const session = ['auth.renewal_due', 'http.unauthenticated', 'auth.second_factor_due'];
  const lists = [
    [...session, 'http.forbidden'],
    ['http.origin', ...session],
    ['http.not_found', ...session, 'reasons.last'],
    ['auth.second_factor_due', 'http.unauthenticated'],
  ];
  const { groups, grouped } = groupRefusals(lists);
  expect(groups).toEqual({ 'refusals.1': session });
  expect(grouped(lists[2] ?? [])).toEqual(['http.not_found', 'refusals.1', 'reasons.last']);
  const opened = lists.map((list) => grouped(list).flatMap((name) => groups[name] ?? [name]));
  expect(opened).toEqual(lists);
});

it('shares a part of several calls where a reference is shorter', () => {
  const long = { description: 'Done. '.repeat(20) };
  const calls = [
    { operationId: 'wallets.open', responses: { 200: long, 409: { description: 'a' } } },
    { operationId: 'wallets.close', responses: { 200: long, 409: { description: 'a' } } },
    { operationId: 'wallets.list', responses: { 200: { description: 'Once. '.repeat(20) } } },
  ];
  const { share, components } = sharedParts(calls);
  const shared = calls.map((call) => share(call).responses);
  expect(shared[1]).toEqual({ 200: { $ref: '#/components/responses/wallets.open' }, 409: { description: 'a' } });
  expect(shared[2]).toEqual(calls[2]?.responses);
  expect(components).toEqual({ parameters: {}, requestBodies: {}, responses: { 'wallets.open': long } });
});
