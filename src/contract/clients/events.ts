import type { RiskRating } from './risk-names.ts';
import type { OverrideKind, RestrictableKind } from '#contract/staff/override-names.ts';

/** What happened, with what a listener needs to act. */
export interface ClientsEvents {
  /** A client requests to leave: not before `closesAt`. */
  'clients.closure_requested': { clientId: string; closesAt: string; at: string };
  /** The days have passed and something blocks the closure; sent once per request. */
  'clients.closure_blocked': { clientId: string; at: string };
  /**
   * The client, or staff for them, cancelled it; or it ended because the profile was frozen, and the client is
   * notified.
   */
  'clients.closure_cancelled': { clientId: string; at: string; isFrozen: boolean };
  'clients.account_closed': { clientId: string; at: string };
  /** Staff opened it again; its owner has yet to set a password. */
  'clients.account_reopened': { clientId: string; at: string };
  /** A person requested, from a device, an export of all their data. */
  'clients.data_export_requested': { clientId: string; device: string | null; at: string };
  /** Staff have corrected the client's country of residence. */
  'clients.country_set': { clientId: string };
  'clients.person_corrected': { clientId: string };
  /**
   * Name of the client's account manager from now on; null when there is none. The id is missing in rows of earlier
   * versions.
   */
  'clients.manager_changed': { clientId: string; manager: string | null; managerId?: string | null };
  /** Staff have set an override of the operator's rule, or have ended it. Rows of earlier versions do not say which. */
  'clients.limits_changed': { clientId: string; what: OverrideKind; own?: { until: string | null } | null };
  /** Compliance has rated the client's risk otherwise than before. */
  'clients.risk_changed': { clientId: string; risk: RiskRating };
  /** Staff have restricted these payments of the client; `reason` is a stored code of the catalogue. */
  'clients.payments_restricted': { clientId: string; kinds: RestrictableKind[]; reason: string; until: string | null };
  'clients.payments_restriction_lifted': { clientId: string; kinds: RestrictableKind[] };
}
