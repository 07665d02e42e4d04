import type { AdapterTerms } from '#contract/connections/names.ts';
import type { Terms } from '#contract/notifications/terms.ts';

/** What a module adds to the product besides its endpoints; `modules.ts` folds them. */
export interface Declaration {
  /** Actions of the audit log by their first word; `audit.action_<word>_<action>` is the text. */
  auditActions?: Readonly<Record<string, readonly string[]>>;
  /** The details that its actions may record; `audit.detail_<name>` is the text. */
  auditDetails?: readonly string[];
  /** What runs by the clock; the texts are `jobs.name_<module>_<job>` and `jobs.does_<module>_<job>`. */
  jobs?: readonly `${string}.${string}`[];
  notifications?: Readonly<Record<string, Kinds>>;
  /** The events that programs of the operator receive. */
  publicEvents?: readonly `${string}.${string}`[];
  /** The providers that it can be connected to, by name. */
  adapters?: Readonly<Record<string, AdapterTerms>>;
}

/** The kinds of notification that an event sends, with their terms. */
type Kinds = Readonly<Record<string, Terms>>;

/**
 * The same for a module with events. Each of them is listed under `notifications`, so that a new one needs a decision;
 * an empty list of kinds means none, and `test/notifications.test.ts` asks why.
 */
export interface DeclarationWith<Events> extends Declaration {
  notifications: Readonly<Record<keyof Events, Kinds>>;
}
