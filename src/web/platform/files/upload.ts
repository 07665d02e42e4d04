import type { ResponseOf, Route } from '#contract/api.ts';
import type { FilePurpose } from '#contract/kernel/file-rules.ts';
import type { StoredFile } from '#contract/kernel/files.ts';
import { ApiError } from '../api/api-error.ts';
import { translate } from '../i18n/i18n.tsx';
import { restartPage, isOverruled } from '../session/own-session.ts';
import { isRenewed } from '../session/renewal.ts';
import { headersFor, maxRenewals } from '../api/send.ts';
import { reportFailure } from '../api/app-error.ts';

interface SendOptions {
  /** How much has left this browser, 0 to 1. At 1 the server still reads the file. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/** @throws ApiError as `sendFile`; the signal's reason when it was given up */
export const uploadFile = (
  file: File,
  { purpose, ...options }: SendOptions & { purpose: FilePurpose },
): Promise<StoredFile> => sendFile('POST /api/files', file, { ...options, query: { purpose, name: file.name } });

/**
 * Sends one file as it is. Uses the older of the browser’s two ways to send, because the newer one reports no progress.
 * @throws ApiError as `call` does; the signal's reason when it was given up
 */
export async function sendFile<R extends Route>(
  route: R,
  file: File,
  options: SendOptions & { query?: Record<string, string> } = {},
  renewalsLeft = maxRenewals,
): Promise<ResponseOf<R>> {
  const { query, onProgress, signal } = options;
  if (isOverruled()) return restartPage();
  const request = new XMLHttpRequest();
  request.open('POST', `${route.replace('POST ', '')}${query ? `?${new URLSearchParams(query).toString()}` : ''}`);
  const headers = { ...headersFor({}, {}), 'content-type': 'application/octet-stream' };
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
  const giveUp = () => request.abort();
  signal?.addEventListener('abort', giveUp);
  try {
    const response = await responseOf(request, file, signal);
    if (renewalsLeft > 0 && (await isRenewed(response))) return await sendFile(route, file, options, renewalsLeft - 1);
    return response.ok ? ((await response.json()) as ResponseOf<R>) : await reportFailure(response, route);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

async function responseOf(request: XMLHttpRequest, file: File, signal: AbortSignal | undefined): Promise<Response> {
  await new Promise<void>((resolve, reject) => {
    request.addEventListener('load', () => resolve());
    request.addEventListener('abort', () => reject(signal?.reason as Error));
    request.addEventListener('error', () =>
      reject(new ApiError(0, { code: 'network', message: translate('common.no_connection') })),
    );
    request.send(file);
  });
  const type = request.getResponseHeader('content-type') ?? '';
  const retryAfter = request.getResponseHeader('retry-after') ?? '';
  return new Response(request.responseText, {
    status: request.status,
    headers: { 'content-type': type, 'retry-after': retryAfter },
  });
}
