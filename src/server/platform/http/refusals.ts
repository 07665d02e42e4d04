import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Language } from '#contract/kernel/languages.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import { refusalText, type RefusalCode } from '#contract/refusals.ts';
import { isLockTimeout } from '../db/database.ts';
import { DatabaseTrouble } from '../db/database-error.ts';
import { FileStoreTrouble } from '../files/storage/trouble.ts';
import type { Log } from '../monitoring/log.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { refuse, refuseFields, refuseUntil, Refusal, type FieldError, type RefusalParams } from '../refusal.ts';
import type { SecurityLog } from '../monitoring/security-log.ts';
import type { Text } from '../text.ts';
import { readerOf } from './reader.ts';
import { fieldErrorsOf, type Issue } from './validation.ts';

/** Fastify's own errors that a caller causes. */
const codeOfFastify: Record<string, 'http.too_large' | 'http.media_type' | 'http.malformed' | 'http.not_found'> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'http.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'http.media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'http.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'http.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'http.malformed',
  FST_ERR_BAD_URL: 'http.malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'http.not_found',
};

/** How many seconds after a lock timeout the caller should retry. */
const lockRetryS = 5;
/** A restart of a server, or a failover, takes about this long. */
const troubleRetryS = 5;
/** Files wait while everything else works. */
const fileStoreRetryS = 30;

/** Turns whatever was thrown into the contract's error shapes, in the caller's language. */
export function handleErrors(world: { text: Text; log: Log; metrics: Metrics; securityLog: SecurityLog }) {
  return (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    // What is refused now may exist or be allowed a moment later, and the refusal shows what was requested.
    reply.header('cache-control', 'no-store');
    try {
      const refusal = asRefusal(error);
      if (!refusal) return sendDefect(world, error, request, reply);
      const body = bodyOf(refusal, world.text, readerOf(request));
      world.metrics.refusals.inc({ code: refusal.code });
      world.securityLog.note(refusal, request);
      if (isLockTimeout(error))
        world.log.warn(
          { err: error, requestId: request.id, endpoint: request.routeOptions.url },
          'a lock was not to be had in time',
        );
      if (error instanceof DatabaseTrouble) noteTrouble(world, error, request);
      if (error instanceof FileStoreTrouble) noteFileStore(world, error, request);
      if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
      return reply.code(refusal.status).send(body);
    } catch (ownFault) {
      return sendDefect(world, ownFault as Error, request, reply);
    }
  };
}

function asRefusal(error: FastifyError | Refusal): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isLockTimeout(error)) return refuseUntil('http.busy', lockRetryS);
  if (error instanceof DatabaseTrouble) return refuseUntil('http.unavailable', troubleRetryS);
  if (error instanceof FileStoreTrouble) return refuseUntil('http.unavailable', fileStoreRetryS);
  if (hasZodFastifySchemaValidationErrors(error)) {
    return refuseFields(fieldErrorsOf(error.validation.map(issueFrom)));
  }
  const known = codeOfFastify[error.code];
  if (known) return refuse(known);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return refuse('http.malformed');
  return undefined;
}

/** The type provider spreads zod's issue over the fields of Fastify's own validation errors; this puts it together. */
function issueFrom({ keyword, instancePath, message, params }: FastifySchemaValidationError): Issue {
  return { ...params, code: keyword, path: instancePath.split('/').filter(Boolean), message: message ?? '' };
}

function bodyOf(refusal: Refusal, text: Text, reader: Reader) {
  const { language } = reader;
  const write = (params: RefusalParams) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'function' ? value(reader, text) : value]),
    );
  const params = write(refusal.params);
  const message = text(language, refusalText(refusal.code), textValues(reader, params));
  const fields = Object.entries(refusal.fields);
  if (fields.length === 0) return { message, code: refusal.code, params };
  const speak = (field: string, error: FieldError) => {
    const attribute = fieldName(text, language, field, error.code);
    const params = write(error.params);
    return {
      ...error,
      params,
      message: text(language, refusalText(error.code), { ...textValues(reader, params), field: attribute }),
    };
  };
  const errors = Object.fromEntries(fields.map(([field, list]) => [field, list.map((error) => speak(field, error))]));
  return { message, code: refusal.code, errors };
}

/**
 * The name that people know a field by: its own text, that of its last part, as in `texts.0.title`, or "This field". An
 * unknown field has only the name that the caller gave it.
 */
function fieldName(text: Text, language: Language, field: string, code: RefusalCode): string {
  if (code === 'validation.unknown_field') return field.slice(0, 40);
  for (const name of [field, field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '']) {
    try {
      return text(language, `errors.field_${name.replaceAll(/[^a-z_]/g, '')}`);
    } catch {
      // Without a text under this name; the next one is less exact.
    }
  }
  return text(language, 'errors.field_unnamed');
}

function noteTrouble(
  { metrics, log }: { metrics: Metrics; log: Log },
  { message, code, isDiskFull }: DatabaseTrouble,
  request: FastifyRequest,
): void {
  metrics.databaseTrouble.inc({ code: code ?? 'none' });
  log[isDiskFull ? 'error' : 'warn'](
    { reason: message, code, requestId: request.id, endpoint: request.routeOptions.url },
    isDiskFull ? 'the disk of the database is full' : 'the database could not answer',
  );
}

function noteFileStore(
  { metrics, log }: { metrics: Metrics; log: Log },
  { message, reason }: FileStoreTrouble,
  request: FastifyRequest,
): void {
  metrics.fileStoreTrouble.inc({ reason });
  const where = { requestId: request.id, endpoint: request.routeOptions.url };
  log.error({ reason: message, ...where }, 'the store of uploaded files failed');
}

function sendDefect(
  world: { text: Text; log: Log; metrics: Metrics },
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  world.metrics.defects.inc();
  world.log.error({ err: error, requestId: request.id, endpoint: request.routeOptions.url }, 'defect');
  const message = world.text(request.language, 'errors.http_defect', { request_id: request.id });
  return reply.code(500).send({ message, code: 'http.defect', request_id: request.id });
}
