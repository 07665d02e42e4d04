import { expect, it } from 'vitest';
import { sharedParts } from './shared-parts.ts';

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
