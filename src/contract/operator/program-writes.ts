import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { instant, uuid } from '#contract/kernel/fields.ts';
import { noteText, reason, tag } from '#contract/staff/clients.ts';

const byId = z.strictObject({ id: uuid });

// What a program writes. Each answer follows from the call and the id of its result alone, so that a repeated call gets
// the same one, whatever has changed since.

const tagged = z.object({ client_id: uuid, tag: z.string(), tagged: z.boolean() });

export const operatorWriteEndpoints = {
  'operator_api.add_tag': {
    route: 'POST /api/operator/v1/clients/:id/tags',
    guard: { scope: 'clients:write' },
    summary: 'Add a tag to a client. A tag that the client already has stays. A client has at most 20 tags.',
    params: byId,
    body: z.strictObject({ tag }),
    response: tagged,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'staff.tags_full'],
    idempotent: true,
  },
  'operator_api.remove_tag': {
    route: 'POST /api/operator/v1/clients/:id/tags/remove',
    guard: { scope: 'clients:write' },
    summary: 'Remove a tag from a client. A tag that the client doesn’t have is no error.',
    params: byId,
    body: z.strictObject({ tag }),
    response: tagged,
    refusals: ['http.idempotency_mismatch', 'http.not_found'],
    idempotent: true,
  },
  'operator_api.add_note': {
    route: 'POST /api/operator/v1/clients/:id/notes',
    guard: { scope: 'clients:write' },
    summary: 'Add a note on a client, visible to staff only, under the key’s name. Notes can’t be changed or deleted.',
    params: byId,
    body: z.strictObject({ text: noteText }),
    response: z.object({ id: uuid, client_id: uuid, text: z.string(), created_at: instant }),
    refusals: ['http.idempotency_mismatch', 'http.not_found'],
    idempotent: true,
  },
  'operator_api.set_manager': {
    route: 'POST /api/operator/v1/clients/:id/manager',
    guard: { scope: 'clients:write' },
    summary:
      'Give a client a personal manager, another one, or none (`null`). Both managers and the client are notified.',
    params: byId,
    body: z.strictObject({ manager_id: uuid.nullable(), reason }),
    response: z.object({ client_id: uuid, manager_id: uuid.nullable() }),
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'staff.managed_is_staff',
      'staff.closed',
      'staff.no_manager',
      'staff.same_manager',
    ],
    idempotent: true,
  },
} as const satisfies Endpoints;
