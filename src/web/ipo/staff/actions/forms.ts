import type { PreviewedAction } from '#contract/ipo/staff-names.ts';
import { call } from '#web/platform/api/api.ts';
import type { CallOptions } from '#web/platform/api/send.ts';
import type { StaffOfferingInfo } from '../offering-queries.ts';

/** What a field of an action requires. */
export type ActionField =
  | 'price'
  | 'first_price'
  | 'url'
  | 'supplement_note'
  | 'note'
  | 'note_needed'
  | 'times'
  | 'listed_at';

/** What a person enters; the note is undefined where it is left empty. */
interface ActionInput {
  seen: { stock_id: string; version: number };
  price: string;
  first_price: string;
  url: string;
  note: string | undefined;
  opens_at: string;
  closes_at: string;
  listed_at: string | null;
}

interface ActionForm {
  send: (input: ActionInput, options: CallOptions) => Promise<StaffOfferingInfo>;
  fields: readonly ActionField[];
  /** A preview shows whom it touches. */
  preview?: PreviewedAction;
  /** It waits for a second person. */
  proposes?: true;
}

/**
 * Actions that are a dialog with a few fields, those first that move an offering on; editing, texts and the allotment
 * have forms of their own.
 */
export const actionForms = {
  publish: {
    send: ({ seen }, options) => call('POST /api/staff/ipo/publish', { body: seen }, options),
    fields: [],
    preview: 'publish',
    proposes: true,
  },
  set_prospectus: {
    send: ({ seen, url }, options) => call('POST /api/staff/ipo/prospectus', { body: { ...seen, url } }, options),
    fields: ['url'],
  },
  propose_price: {
    send: ({ seen, price, note }, options) =>
      call('POST /api/staff/ipo/propose-price', { body: { ...seen, price, note } }, options),
    fields: ['price', 'note'],
    preview: 'price',
    proposes: true,
  },
  propose_listing: {
    send: ({ seen, first_price, note, listed_at }, options) =>
      call(
        'POST /api/staff/ipo/propose-listing',
        { body: { ...seen, first_price, note, listed_at: listed_at ?? '' } },
        options,
      ),
    fields: ['listed_at', 'first_price', 'note'],
    preview: 'list',
    proposes: true,
  },
  resume: {
    send: ({ seen, opens_at, closes_at, listed_at }, options) =>
      call('POST /api/staff/ipo/resume', { body: { ...seen, opens_at, closes_at, listed_at } }, options),
    fields: ['times'],
    preview: 'resume',
  },
  supplement: {
    send: ({ seen, url, note = '' }, options) =>
      call('POST /api/staff/ipo/supplement', { body: { ...seen, url, note } }, options),
    fields: ['url', 'supplement_note'],
    preview: 'supplement',
  },
  propose_quote: {
    send: ({ seen, price, note }, options) =>
      call('POST /api/staff/ipo/propose-quote', { body: { ...seen, price, note } }, options),
    fields: ['price', 'note'],
    preview: 'quote',
    proposes: true,
  },
  postpone: {
    send: ({ seen, note = '' }, options) => call('POST /api/staff/ipo/postpone', { body: { ...seen, note } }, options),
    fields: ['note_needed'],
    preview: 'postpone',
  },
  withdraw: {
    send: ({ seen, note = '' }, options) => call('POST /api/staff/ipo/withdraw', { body: { ...seen, note } }, options),
    fields: ['note_needed'],
    preview: 'withdraw',
  },
  archive: {
    send: ({ seen }, options) => call('POST /api/staff/ipo/archive', { body: seen }, options),
    fields: [],
    preview: 'archive',
  },
} as const satisfies Record<string, ActionForm>;

export type DialogAction = keyof typeof actionForms;

export const formOf = (action: DialogAction): ActionForm => actionForms[action];
