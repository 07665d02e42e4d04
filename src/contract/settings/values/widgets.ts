import { z } from 'zod';
import { language, uuid } from '#contract/kernel/fields.ts';
import { widgetKinds, widgetLimits, widgetThemes } from '../widget-names.ts';

/**
 * The exact origin of a site and no more: with https, so that no one on the way can pretend to be it, or on this machine,
 * where a website is written and tried. A host has no sign that would mean more than one host in a content policy.
 */
const origin = /^(?:https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/;

export const isLoopback = (site: string): boolean => site.startsWith('http:');

const site = z
  .string()
  .trim()
  .toLowerCase()
  // Browsers show an address with a slash at its end, and no usual port.
  .transform((text) => text.replace(/\/$/, '').replace(/^(https:.*):443$/, '$1'))
  .pipe(z.string().max(200, 'settings.widget_site').regex(origin, 'settings.widget_site'));

/** A symbol, or the ticker of an offering. */
const code = z.string().trim().toUpperCase().min(1, 'validation.type').max(20);

const widget = z.strictObject({
  id: uuid,
  kind: z.enum(widgetKinds, 'validation.choice'),
  /** The sites that may show it. */
  sites: z.array(site).min(1, 'settings.widget_site').max(widgetLimits.hosts, 'settings.widget_site'),
  language,
  theme: z.enum(widgetThemes, 'validation.choice'),
  /** The symbols or tickers in it; all when it names none. */
  shown: z.array(code).max(widgetLimits.shown, 'validation.type'),
  is_on: z.boolean('validation.type'),
});
export type Widget = z.output<typeof widget>;

/** What the operator shows on its own websites. */
export const widgets = z
  .array(widget, 'validation.type')
  .max(widgetLimits.widgets, 'validation.type')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'validation.type');
