import { setTimeout as wait } from 'node:timers/promises';
import { S3ServiceError } from 's3mini';
import { isMissing } from '../store.ts';
import { FileStoreTrouble } from '../trouble.ts';
import { TimedOut } from './timed-fetch.ts';

/** Pauses before the second and the third attempt, in milliseconds. */
const pausesMs = [200, 800];

/**
 * Does something that may be done twice, and does it again when the service was disturbed. A refusal is final, and
 * after a wait in vain there is no second one.
 * @throws FileStoreTrouble, or an error that `isMissing` recognises
 */
export async function withRetries<T>(action: () => Promise<T>): Promise<T> {
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      return await action();
    } catch (error) {
      if (pauseMs === undefined || !isPassing(error)) throw explained(error);
      await wait(pauseMs);
    }
  }
  throw new Error('unreachable');
}

function isPassing(error: unknown): boolean {
  if (error instanceof S3ServiceError) return isDisturbed(error.status);
  return !(error instanceof TimedOut || error instanceof FileStoreTrouble || isMissing(error));
}

const isDisturbed = (status: number) => status >= 500 || status === 429;

/** The failure as the rest of the product knows it. Bodies of answers hold our key, so that only their code is said. */
export function explained(error: unknown): Error {
  if (error instanceof FileStoreTrouble || isMissing(error)) return error as Error;
  if (!(error instanceof S3ServiceError))
    return new FileStoreTrouble('away', `no answer of the bucket: ${reasonOf(error)}`);
  const { status } = error;
  const code = codeIn(error);
  if (status === 404 && code !== 'NoSuchBucket')
    return Object.assign(new Error('the bucket has nothing of this name'), { code: 'ENOENT' });
  return new FileStoreTrouble(
    isDisturbed(status) ? 'away' : 'refused',
    `the bucket answered ${status}${code ? ` ${code}` : ''}`,
  );
}

/** The library reads it in answers of one content type alone. */
const codeIn = ({ body = '' }: S3ServiceError) => /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1];

function reasonOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  return code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
}
