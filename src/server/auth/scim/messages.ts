import { z } from 'zod';

/** What a call is refused with, as RFC 7644 (3.12) shapes it. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: string | undefined;

  constructor(
    status: number,
    detail: string,
    scimType?: 'invalidFilter' | 'invalidSyntax' | 'invalidValue' | 'uniqueness',
  ) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }

  /** The status is a string there. */
  toBody(): object {
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(this.status),
      ...(this.scimType !== undefined && { scimType: this.scimType }),
      detail: this.message,
    };
  }
}

/** What a user is looked up by: one attribute that equals a value. */
export interface UserFilter {
  by: 'id' | 'externalId' | 'email';
  value: string;
}

const attributes: Record<string, UserFilter['by']> = {
  id: 'id',
  externalid: 'externalId',
  username: 'email',
  emails: 'email',
  'emails.value': 'email',
  'emails[type eq "work"].value': 'email',
};
const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:user:';
const equality = /^\s*(\S.*?)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

/** Providers look for one user at a time; other expressions of RFC 7644 (3.4.2.2) are refused. @throws ScimError */
export function readFilter(expression: string | undefined): UserFilter | undefined {
  if (expression === undefined) return undefined;
  const [, name = '', quoted = ''] = equality.exec(expression) ?? [];
  const by = attributes[withoutUrn(name)];
  const value = by === undefined ? undefined : parse(quoted);
  if (by === undefined || value === undefined)
    throw new ScimError(
      400,
      'The filter is not one of userName, externalId, id or emails that equals a value.',
      'invalidFilter',
    );
  return { by, value };
}

function parse(quoted: string): string | undefined {
  try {
    return z.string().parse(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

/** Names of attributes have no case, and may come with the schema in front. */
function withoutUrn(name: string): string {
  const lower = name.toLowerCase();
  return lower.startsWith(userUrn) ? lower.slice(userUrn.length) : lower;
}

const resource = z.record(z.string(), z.unknown()).transform(lowerNames);
const patch = resource.pipe(
  z.object({
    operations: z
      .array(resource.pipe(z.object({ op: z.string(), path: z.string().optional(), value: z.unknown().optional() })))
      .min(1)
      .max(100),
  }),
);

/**
 * Reads what a change makes of `active`, the one attribute that is taken from the provider. All other attributes are ignored, so
 * that no name that Atrium does not take keeps a person who has left.
 * @param body of PATCH, with operations, or of PUT and POST, a user
 * @returns undefined where it does not say
 * @throws ScimError
 */
export function readActive(body: unknown, kind: 'patch' | 'user'): boolean | undefined {
  if (kind === 'user') return asBoolean(valid(resource, body)['active']);
  let active: boolean | undefined;
  for (const { op, path, value } of valid(patch, body).operations) {
    if (!['add', 'replace'].includes(op.toLowerCase())) continue;
    const set = path === undefined ? activeIn(value) : withoutUrn(path) === 'active' ? value : undefined;
    active = asBoolean(set) ?? active;
  }
  return active;
}

/** The user name of a new user. @throws ScimError */
export function readUserName(body: unknown): string {
  const name = valid(resource, body)['username'];
  if (typeof name !== 'string') throw new ScimError(400, 'A user needs a userName.', 'invalidValue');
  return name;
}

function activeIn(value: unknown): unknown {
  const read = resource.safeParse(value);
  return read.success ? Object.entries(read.data).find(([name]) => withoutUrn(name) === 'active')?.[1] : undefined;
}

/** Entra ID writes it as text, as `"False"`. */
function asBoolean(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word !== 'true' && word !== 'false')
    throw new ScimError(400, 'The value of active is not a boolean.', 'invalidValue');
  return word === 'true';
}

function valid<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const read = schema.safeParse(body);
  if (!read.success) throw new ScimError(400, 'The body does not have the shape of the message.', 'invalidSyntax');
  return read.data;
}

function lowerNames(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
}
