import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { roles } from './endpoint.ts';
import { instant, uuid } from './fields.ts';

export const demoEndpoints = {
  'demo.people': {
    route: 'GET /api/demo/people',
    guard: 'anyone',
    summary: 'Sign-in data of the demo broker.',
    answer: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        password: z.string(),
        roles: z.array(z.enum(roles)),
        story: z.string(),
      }),
    ),
    demoOnly: true,
  },
  'demo.mailbox': {
    route: 'GET /api/demo/mailbox',
    guard: 'anyone',
    summary: 'Mails that the demo installation would have sent, the latest first; by address when one is given.',
    query: z.strictObject({ to: z.string().max(254).optional() }),
    answer: z.array(z.object({ id: uuid, to: z.string(), subject: z.string(), language: z.string(), at: instant })),
    demoOnly: true,
  },
  'demo.mail': {
    route: 'GET /api/demo/mailbox/:id',
    guard: 'anyone',
    summary: 'One mail as plain text; its HTML is at `/api/demo/mailbox/{id}/html`.',
    params: z.strictObject({ id: uuid }),
    answer: z.object({
      id: uuid,
      to: z.string(),
      subject: z.string(),
      language: z.string(),
      plain: z.string(),
      links: z.array(z.string()),
      at: instant,
    }),
    refusals: ['http.not_found'],
    demoOnly: true,
  },
} as const satisfies Endpoints;
