/** What happened, with what a listener needs to act. */
export interface VerificationEvents {
  /** What a client has proven, or staff have set; both as they count. */
  'verification.level_changed': { clientId: string; from: number; to: number };
  /** The client of a document that changes the level is notified of the level instead. */
  'verification.document_accepted': { clientId: string; documentId: string; changesLevel: boolean };
  'verification.document_rejected': { clientId: string; documentId: string };
  /** It counts until the day before; 30, 7 or 1 days before that. */
  'verification.document_expiring': { clientId: string; documentId: string; expiresOn: string };
  'verification.document_requested': { clientId: string; requestId: string };
}
