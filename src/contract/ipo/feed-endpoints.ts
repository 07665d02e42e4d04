import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, fileContent, instant, nothing, secretToken } from '#contract/kernel/fields.ts';

/** The calendar of offerings for the client’s own calendar program. */
export const ipoFeedEndpoints = {
  'ipo.feed': {
    route: 'POST /api/ipo/calendar-feed',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Whether the caller has a calendar address.',
    body: nothing,
    response: z.object({ created_at: instant.nullable() }),
    refusals: ['http.not_found'],
  },
  'ipo.feed_create': {
    route: 'POST /api/ipo/calendar-feed/create',
    guard: 'signed_in',
    needsProof: 'session',
    summary: 'Create a calendar address, shown only once. The previous address stops working.',
    body: nothing,
    response: z.object({ url: z.string() }),
    refusals: ['http.not_found'],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'ipo.feed_revoke': {
    route: 'POST /api/ipo/calendar-feed/revoke',
    guard: 'signed_in',
    summary: 'Revoke the calendar address. Also possible while no IPOs are offered.',
    body: nothing,
    response: done,
  },
  'ipo.feed_read': {
    route: 'GET /api/ipo/calendar-feed/:token',
    guard: 'anyone',
    summary: 'Deadlines of offerings as iCalendar, for anyone who knows the address.',
    params: z.strictObject({ token: secretToken }),
    response: fileContent,
    refusals: ['http.not_found'],
    rateLimit: { hits: 60, windowS: 3600, by: 'address' },
  },
} as const satisfies Endpoints;
