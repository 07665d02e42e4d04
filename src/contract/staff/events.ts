import type { DealingScope } from './dealing-names.ts';

/** What happened, with what a listener needs to act. */
export interface StaffEvents {
  /** For a staff member who becomes a client's account manager, or no longer is; `name` is the client's. */
  'staff.client_assignment_changed': { staffId: string; aboutId: string; name: string; given: boolean };
  /** A staff member views as the client. */
  'staff.impersonation_started': { clientId: string; at: string };
  /** `reason` is a stored code of the catalogue. */
  'staff.client_blocked': { clientId: string; reason: string; at: string };
  'staff.client_unblocked': { clientId: string; at: string };
  /**
   * Two people have changed the roles of a person. Sent to administrators and compliance; `by` and `approver` are
   * names.
   */
  'staff.roles_changed': { staffId: string; name: string; by: string; approver: string };
  /**
   * Two people permit a person who sees offerings to deal on their own account, or one has withdrawn it: then
   * `approver` is null and `by` did. Sent to the person, administrators and compliance.
   */
  'staff.dealing_changed': {
    staffId: string;
    clientId: string;
    name: string;
    scope: DealingScope;
    /** The one that it is about, by its name. */
    offering: string | null;
    until: string;
    by: string;
    approver: string | null;
  };
  /**
   * A person approved a request of `author` although both acted from one network or device. Sent to administrators and
   * compliance.
   */
  'staff.network_overruled': { staffId: string; by: string; author: string; reason: string };
  /** A person was made administrator on the server itself, or an administrator was blocked; sent to the same. */
  'staff.administrators_changed': { staffId: string; name: string; by: string; made: boolean };
  /** The second factor of an administrator was turned off on the server itself; sent to each other one. */
  'staff.administrator_reset': { staffId: string; name: string };
  /**
   * Two staff members requested another address for a colleague, or one turned off the second factor of
   * another; sent to each other administrator.
   */
  'staff.access_recovered': { staffId: string; name: string; by: string; email: boolean };
}
