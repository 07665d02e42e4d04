import type { FastifyRequest } from 'fastify';
import { refuseField } from '../refusal.ts';

/**
 * The caller's idempotency key, from the header `Idempotency-Key` or else from `request_id`. It belongs to the caller:
 * modules store it together with the caller's id.
 * @throws Refusal `http.idempotency_key` on `request_id`
 */
export function keyOf(request: Pick<FastifyRequest, 'headers' | 'body'>): string {
  const header = request.headers['idempotency-key'];
  const key = header ?? (request.body as { request_id?: string }).request_id;
  if (typeof key !== 'string' || !/^[\w-]{8,80}$/.test(key)) throw refuseField('request_id', 'http.idempotency_key');
  return key;
}
