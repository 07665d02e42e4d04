import { scimPath } from './users.ts';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const meta = (appUrl: string, resourceType: string, path: string) => ({
  resourceType,
  location: `${appUrl}${scimPath}/${path}`,
});

/** What is supported, by RFC 7643 (5). */
export const serviceProviderConfig = (appUrl: string): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The SCIM token of the connection.',
      primary: true,
    },
  ],
  meta: meta(appUrl, 'ServiceProviderConfig', 'ServiceProviderConfig'),
});

/** RFC 7643 (6): there are users, and no groups. */
export const resourceTypes = (appUrl: string) => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'A member of staff',
    schema: userSchema,
    meta: meta(appUrl, 'ResourceType', 'ResourceTypes/User'),
  },
];

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex';
  description: string;
  mutability?: 'readOnly' | 'readWrite';
  uniqueness?: 'server';
  multiValued?: boolean;
  subAttributes?: object[];
}

const attribute = ({ multiValued = false, mutability = 'readOnly', ...given }: Attribute) => ({
  ...given,
  multiValued,
  required: given.name === 'userName',
  mutability,
  returned: 'default',
  ...(given.type === 'string' && { caseExact: false, uniqueness: given.uniqueness ?? 'none' }),
});

/** RFC 7643 (7): only `active` is taken from the provider. */
export const schemas = (appUrl: string) => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: userSchema,
    name: 'User',
    description: 'A member of staff',
    attributes: [
      attribute({ name: 'userName', type: 'string', uniqueness: 'server', description: 'Their email address' }),
      attribute({ name: 'displayName', type: 'string', description: 'Their name' }),
      attribute({
        name: 'name',
        type: 'complex',
        description: 'Their name',
        subAttributes: [attribute({ name: 'formatted', type: 'string', description: 'Their name' })],
      }),
      attribute({
        name: 'emails',
        type: 'complex',
        multiValued: true,
        description: 'Their email address',
        subAttributes: [
          attribute({ name: 'value', type: 'string', description: 'The address' }),
          attribute({ name: 'type', type: 'string', description: 'work' }),
          attribute({ name: 'primary', type: 'boolean', description: 'Whether it is the main one' }),
        ],
      }),
      attribute({
        name: 'roles',
        type: 'complex',
        multiValued: true,
        description: 'What they may do, as two people have agreed',
        subAttributes: [attribute({ name: 'value', type: 'string', description: 'The role' })],
      }),
      attribute({
        name: 'active',
        type: 'boolean',
        mutability: 'readWrite',
        description: 'Whether they may sign in as staff; false ends all of their roles',
      }),
    ],
    meta: meta(appUrl, 'Schema', `Schemas/${userSchema}`),
  },
];
