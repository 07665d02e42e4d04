import type { ApplicationState, OfferingState } from './names.ts';

/** What happened, with what a listener needs to act. */
export interface IpoEvents {
  'ipo.offering_changed': { offeringId: string; state: OfferingState };
  /** Applicants may cancel for some days. */
  'ipo.supplement_published': { clientId: string; applicationId: string; offeringId: string; version: number };
  /** An offering is postponed and its holds stay, or it resumes; sent to each client with a pending application. */
  'ipo.offering_paused': { clientId: string; applicationId: string; isPaused: boolean };
  'ipo.application_changed': { clientId: string; applicationId: string; state: ApplicationState };
}
