import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { day, instant, nothing } from '#contract/kernel/fields.ts';

const staff: readonly Role[] = ['support', 'admin'];
const tiers = ['standard', 'silver', 'gold', 'platinum', 'vip'] as const;
const minuteOfDay = (min: number) => z.coerce.number().int().min(min).max(1440);
const count = (max: number) => z.coerce.number().int().min(1).max(max);

/** The hours of support, and its SLAs. */
const settings = z.strictObject({
  time_zone: z.string().trim().min(1, 'validation.required').max(60),
  /** In minutes after midnight of the time zone; Monday is 1. */
  intervals: z
    .array(
      z.strictObject({
        weekday: z.coerce.number().int().min(1).max(7),
        from_minute: minuteOfDay(0),
        until_minute: minuteOfDay(1),
      }),
    )
    .max(70),
  holidays: z.array(day).max(400),
  /** Working hours to a reply, for each tier. */
  tiers: z.array(z.strictObject({ tier: z.enum(tiers, 'validation.choice'), hours: count(999) })).length(tiers.length),
  warn_minutes: count(1440),
  reopen_days: count(365),
  /** To resolve, as a multiple of the time to reply. */
  resolve_factor: count(100),
  unread_email_minutes: count(1440),
  /** A client waits in a chat without an agent: after so many minutes it becomes a ticket; null: never. */
  chat_to_ticket_minutes: count(1440).nullable(),
});
export type SupportSettings = z.output<typeof settings>;

const refusals = ['support.time_zone', 'support.hours_overlap', 'support.no_hours', 'support.tier_order'] as const;

export const supportSettingsEndpoints = {
  'support.settings': {
    route: 'POST /api/staff/support/settings',
    guard: staff,
    summary: 'Support’s opening hours and response times, with the last changes.',
    body: nothing,
    response: z.object({
      settings,
      version: z.number().int(),
      changes: z.array(
        z.object({
          by: z.string(),
          at: instant,
          /** By the setting's name: what it was, and what it became. */
          details: z.record(z.string(), z.string()),
        }),
      ),
    }),
  },
  'support.preview_settings': {
    route: 'POST /api/staff/support/settings/preview',
    guard: staff,
    summary: 'The response time that a client of each tier would be promised now under these settings.',
    body: settings,
    response: z.object({
      open: z.boolean(),
      opens_at: instant.nullable(),
      slas: z.array(z.object({ tier: z.enum(tiers), reply_by: instant.nullable(), resolve_by: instant.nullable() })),
    }),
    refusals,
  },
  'support.save_settings': {
    route: 'POST /api/staff/support/settings/save',
    guard: ['admin'],
    summary: 'Change support’s opening hours and response times from now on. Earlier promises stay in effect.',
    body: settings.extend({
      /** Of the settings that were changed here. */
      version: z.coerce.number().int(),
    }),
    response: z.object({ version: z.number().int() }),
    refusals: [...refusals, 'support.settings_changed'],
  },
} as const satisfies Endpoints;
