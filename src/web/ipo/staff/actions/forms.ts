import type { Route } from '#contract/api.ts';
import type { PreviewedAction } from '#contract/ipo/staff-names.ts';

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

interface ActionForm {
  route: Route;
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
  publish: { route: 'POST /api/staff/ipo/publish', fields: [], preview: 'publish' },
  set_prospectus: { route: 'POST /api/staff/ipo/prospectus', fields: ['url'] },
  propose_price: {
    route: 'POST /api/staff/ipo/propose-price',
    fields: ['price', 'note'],
    preview: 'price',
    proposes: true,
  },
  propose_listing: {
    route: 'POST /api/staff/ipo/propose-listing',
    fields: ['listed_at', 'first_price', 'note'],
    preview: 'list',
    proposes: true,
  },
  resume: { route: 'POST /api/staff/ipo/resume', fields: ['times'], preview: 'resume' },
  supplement: { route: 'POST /api/staff/ipo/supplement', fields: ['url', 'supplement_note'], preview: 'supplement' },
  propose_quote: {
    route: 'POST /api/staff/ipo/propose-quote',
    fields: ['price', 'note'],
    preview: 'quote',
    proposes: true,
  },
  postpone: { route: 'POST /api/staff/ipo/postpone', fields: ['note_needed'], preview: 'postpone' },
  withdraw: { route: 'POST /api/staff/ipo/withdraw', fields: ['note_needed'], preview: 'withdraw' },
  archive: { route: 'POST /api/staff/ipo/archive', fields: [], preview: 'archive' },
} as const satisfies Record<string, ActionForm>;

export type DialogAction = keyof typeof actionForms;

export const formOf = (action: DialogAction): ActionForm => actionForms[action];
