import type { LegalKind } from './names.ts';

/** What happened, with what a listener needs to act. */
export interface LegalEvents {
  /** A version of a legal document has been published, which counts at once or from a later day. */
  'legal.announced': { clientId: string; versionId: string };
  /** At registration, or later for a version that requires consent. */
  'legal.accepted': { clientId: string; versionId: string; kind: LegalKind; number: number; at: string };
}
