import type { Language } from '#contract/kernel/languages.ts';

/**
 * A document to be drawn on A4 sheets, as plain data: the caller translates and formats every text. Arabic runs from
 * right to left, and figures keep their order in it.
 */
export interface PdfDocument {
  language: Language;
  /** The issuer, above the title. */
  issuer: Letterhead;
  title: string;
  /** Terms and what they are, under the title. */
  facts: readonly PdfFact[];
  tables: readonly PdfTable[];
  /** Small print after everything else. */
  notes: readonly string[];
}

/** The operator at the head of a document: logo or name, and at its end lines about the company and small print. */
export interface Letterhead {
  name: string;
  /** PNG. */
  logo: Uint8Array | null;
  company: readonly string[];
}

export interface PdfFact {
  term: string;
  details: string;
}

export interface PdfTable {
  /** Above it, where there are several. */
  title?: PdfCell;
  columns: readonly PdfColumn[];
  rows: readonly PdfRow[];
}

export interface PdfColumn {
  header: string;
  /** Share of the sheet's width in percent. */
  width: number;
  /** Figures: at the right, whatever the direction of the text. */
  numeric?: boolean;
}

export interface PdfRow {
  /** One for each column. */
  cells: readonly PdfCell[];
  /** A sum. */
  strong?: boolean;
}

/** `detail` is a second, softer line. Without it the text may take two lines; what does not fit is cut. */
export interface PdfCell {
  text: string;
  detail?: string | undefined;
}
