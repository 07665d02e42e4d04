import type { ProvenPerson } from '#server/platform/connections/ports/staff-sign-in.ts';
import type { OidcSettings } from './oidc-settings.ts';

type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : null;

/** What the claims of a verified token say of a person; null when they are not of a person of ours. */
export function readClaims(claims: Claims, set: OidcSettings): ProvenPerson | null {
  const subject = textOf(claims['sub'], 255);
  if (subject === null) return null;
  if (set.hosted_domain !== undefined && claims['hd'] !== set.hosted_domain) return null;
  const email = claims['email_verified'] === true ? textOf(claims['email'], 254) : null;
  return {
    subject,
    email: email?.toLowerCase() ?? null,
    sid: textOf(claims['sid'], 255),
    groups: groupsOf(claims, set),
  };
}

/**
 * Entra leaves the claim out when there are too many groups and says where to ask instead. So a missing claim is not
 * the same as no group.
 */
function groupsOf(claims: Claims, { groups_claim: name }: OidcSettings): string[] | null {
  const value = claims[name];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return null;
  return value.filter((each): each is string => typeof each === 'string');
}
