import type { Hooks } from '../hooks.ts';
import type { Outcome, Probe } from '../outcome.ts';

/** A provider that identifies clients. */
export interface IdentityProvider {
  test(): Promise<Probe>;
  hooks: Hooks;
  begin(check: NewIdentityCheck): Promise<Outcome<BegunIdentityCheck>>;
  read(applicant: string): Promise<Outcome<IdentityResult>>;
  /** What the provider has on file, as a document for the record. */
  report(applicant: string): Promise<Outcome<Buffer>>;
}

interface NewIdentityCheck {
  clientId: string;
  /** The provider's name of what is checked. */
  level: string;
  language: string;
  profile: { email: string; name: string; birthDate: string | null; country: string | null };
}

/** The client continues in a script of the provider with the token, or at the address. */
interface BegunIdentityCheck {
  applicant: string;
  token: string;
  script: string | null;
  url: string | null;
}

interface IdentityResult {
  state: 'waiting' | 'review' | 'approved' | 'again' | 'rejected';
  level: string;
  labels: readonly string[];
  /** What the provider suggests to show to the client. */
  forClient: string | null;
  document: { kind: string; country: string | null; number: string | null; expires: string | null } | null;
  person: { name: string; birthDate: string | null; country: string | null } | null;
}
