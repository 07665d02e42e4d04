import type { FilePurpose } from '#contract/kernel/file-rules.ts';
import type { StoredFile } from '#contract/kernel/files.ts';
import { ApiError } from '../api/api-error.ts';
import { translate } from '../i18n/i18n.tsx';
import { restartPage, isOverruled } from '../session/own-session.ts';
import { isRenewed } from '../session/renewal.ts';
import { headersFor, maxRenewals } from '../api/send.ts';
import { reportFailure } from '../api/app-error.ts';

interface UploadOptions {
  purpose: FilePurpose;
  /** How much has left this browser, 0 to 1. At 1 the server still scans the file. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one file as it is. Uses the older of the browser’s two ways to send, because the newer one reports no progress.
 * @throws ApiError as `call` does; the signal's reason when it was given up
 */
export async function uploadFile(file: File, options: UploadOptions, renewalsLeft = maxRenewals): Promise<StoredFile> {
  const { purpose, onProgress, signal } = options;
  if (isOverruled()) return restartPage();
  const request = new XMLHttpRequest();
  request.open('POST', `/api/files?${new URLSearchParams({ purpose, name: file.name }).toString()}`);
  const headers = { ...headersFor({}, {}), 'content-type': 'application/octet-stream' };
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  const giveUp = () => request.abort();
  signal.addEventListener('abort', giveUp);
  try {
    const response = await responseOf(request, file, signal);
    if (renewalsLeft > 0 && (await isRenewed(response))) return await uploadFile(file, options, renewalsLeft - 1);
    return response.ok ? ((await response.json()) as StoredFile) : await reportFailure(response, 'POST /api/files');
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function responseOf(request: XMLHttpRequest, file: File, signal: AbortSignal): Promise<Response> {
  await new Promise<void>((resolve, reject) => {
    request.addEventListener('load', () => resolve());
    request.addEventListener('abort', () => reject(signal.reason as Error));
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
