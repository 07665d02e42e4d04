import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { fileContent } from '#contract/kernel/fields.ts';

/** A header that only this process can write, for it is new with each start. */
const header = 'x-part';
const value = randomBytes(24).toString('base64url');

export const partHeaders = { [header]: value };

/** Whether a request is one of several reads in a call, and held to that. */
export const isPart = (headers: IncomingHttpHeaders): boolean => headers[header] === value;

/** Whether what is called changes nothing and answers with data. A call of several reads is none of them. */
export function mayBePart(name: string | undefined): boolean {
  if (name === undefined || name === 'reads.together') return false;
  const { reads, underImpersonation, response }: Endpoint = api[name as EndpointName];
  return (reads === true || underImpersonation === 'client') && response !== fileContent;
}
