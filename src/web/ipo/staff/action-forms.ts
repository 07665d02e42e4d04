import type { Route } from '#contract/api.ts';
import type { PreviewedAct } from '#contract/ipo-staff-names.ts';

/** What a field of an act asks for. */
export type ActField =
  | 'price'
  | 'first_price'
  | 'url'
  | 'supplement_note'
  | 'note'
  | 'note_needed'
  | 'times'
  | 'listed_at';

interface ActForm {
  route: Route;
  fields: readonly ActField[];
  /** Whom it touches is told beforehand. */
  preview?: PreviewedAct;
  /** It waits for a second person. */
  proposes?: true;
}

/**
 * Acts that are a dialog with a few fields, those first that take an offering on; editing, texts and the allotment have
 * forms of their own.
 */
export const actForms = {
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
} as const satisfies Record<string, ActForm>;

export type DialogAct = keyof typeof actForms;

export const formOf = (act: DialogAct): ActForm => actForms[act];
