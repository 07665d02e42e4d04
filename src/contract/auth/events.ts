/** What happened, with what a listener needs to act. */
export interface AuthEvents {
  'auth.registered': { clientId: string };
  /** A client whom the operator entered is to set a password; new when a program has just created the client. */
  'auth.invited': { clientId: string; isNew?: true };
  /** A person has filled in the registration form; the address is to be confirmed first. */
  'auth.registration_requested': { registrationId: string };
  /** The same for an address that a client already has: only its owner is notified, by email. */
  'auth.registration_repeated': { clientId: string };
  'auth.verification_requested': { email: string };
  'auth.password_reset_requested': { email: string };
  'auth.password_changed': { clientId: string; how: 'reset' | 'settings'; at: string };
  'auth.security_changed': { clientId: string; change: SecurityChange; at: string };
  /** A reader of the client's mailbox has frozen the profile; disputed when it was an email to a former address. */
  'auth.frozen': { clientId: string; at: string; isDisputed?: boolean };
  /** A new address is to be confirmed; the former one is notified. */
  'auth.email_change_requested': { clientId: string; changeId: string; byStaff: boolean; at: string };
  /** The link goes to the new address; it is made when it is emailed. */
  'auth.email_link_requested': { clientId: string; changeId: string };
  'auth.email_changed': { clientId: string; changeId: string; at: string };
  /** From a device or country that the person never used; the code is made when it is emailed. */
  'auth.sign_in_code_requested': { clientId: string; challengeId: string; address: string; at: string };
  'auth.autologin_issued': { clientId: string; by: 'staff' | 'program'; at: string };
  /** By the provider of single sign-on: by the groups of a member of staff, or because they have left. */
  'auth.roles_lost': { clientId: string; isStaff: boolean };
  /** The one person who may has signed in without the provider; each of the others is notified. */
  'auth.break_glass_used': { staffId: string; name: string };
}

/** What changed about how a person signs in, or was tried. */
export type SecurityChange =
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'codes_guessed'
  | 'passkey_added'
  | 'passkey_removed'
  /** By an administrator, for a staff member. */
  | 'roles_changed'
  /** By two people, for a staff member whose account at the provider of single sign-on is another one now. */
  | 'identity_removed'
  /** By staff, for a person who had lost everything. */
  | 'second_factor_reset'
  /** By staff, such as after a theft. */
  | 'signed_out_everywhere';
