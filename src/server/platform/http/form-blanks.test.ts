import { expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { withoutBlanks } from './form-blanks.ts';

it('takes a form with nothing but empty fields wherever a body without fields is taken', () => {
  const bodies = Object.entries<Endpoint>(api).flatMap(([name, { body }]) =>
    body instanceof z.ZodObject && body.safeParse({}).success ? [{ name, body }] : [],
  );
  expect(bodies.length).toBeGreaterThan(10);
  const refused = bodies.filter(({ body }) => {
    const blanks = Object.fromEntries(Object.keys(body.shape).map((field) => [field, '']));
    return !body.safeParse(withoutBlanks(body, blanks)).success;
  });
  expect(refused.map(({ name }) => name)).toEqual([]);
});
