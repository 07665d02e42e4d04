import type { offeringDetails } from '#contract/ipo/module.ts';
import { languages, type Language } from '#contract/kernel/languages.ts';
import { declarations, type Declared } from '#contract/modules.ts';
import type { supportDetails } from '#contract/support/module.ts';

/** The details that an action may record; `audit.detail_<name>` is the text. */
type NamedDetail = Declared<'auditDetails'>[number];
export const auditDetails = declarations.flatMap((module) => module.auditDetails ?? []) as NamedDetail[];

/** A text is stored by its language; a changed one twice: `before_de`, `after_de`. */
type TextDetail = Language | `${'before' | 'after'}_${Language}`;
export type AuditDetail = NamedDetail | (typeof offeringDetails)[number] | (typeof supportDetails)[number] | TextDetail;

/** The recorded details of an action. */
export type AuditDetails = Partial<Record<AuditDetail, string>>;

/** The language of a text that is noted; undefined for whatever else is. */
export const languageOfDetail = (name: string): Language | undefined =>
  languages.find((language) => name === language || name === `before_${language}` || name === `after_${language}`);
