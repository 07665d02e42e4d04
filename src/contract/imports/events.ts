/** What happened, with what a listener needs to act. */
export interface ImportsEvents {
  /** A client who came from another system is asked to set a password. */
  'imports.invited': { clientId: string };
}
