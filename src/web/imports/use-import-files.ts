import { useState } from 'react';
import { fileProblems, filesCompared } from '#contract/imports/names.ts';
import { fileLimits, inMegabytes } from '#contract/kernel/file-rules.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { call } from '#web/platform/api/api.ts';
import { sendFile } from '#web/platform/files/upload.ts';
import { translate } from '#web/platform/i18n/i18n.tsx';
import { refreshImports } from './imports-queries.ts';

/** A file that was not taken, with the reason in words. */
interface Failed {
  name: string;
  why: string;
}

interface Progress {
  done: number;
  all: number;
  failed: readonly Failed[];
  /** Why sending stopped before the end; choosing the same files goes on where it was. */
  stopped?: string;
}

/** Sends files of documents one after another, without those that are there already. */
export function useImportFiles(runId: string) {
  const [progress, setProgress] = useState<Progress>();
  const [isBusy, setBusy] = useState(false);

  async function add(files: readonly File[]): Promise<void> {
    if (isBusy || files.length === 0) return;
    setBusy(true);
    const { maxBytes } = fileLimits.import;
    const small = files.filter(({ size }) => size <= maxBytes);
    const tooLarge = translate('common.upload_too_large', { megabytes: inMegabytes(maxBytes) });
    const failed: Failed[] = files
      .filter(({ size }) => size > maxBytes)
      .map(({ name }) => ({ name: name, why: tooLarge }));
    let done = failed.length;
    const say = (stopped?: string) =>
      setProgress({ done, all: files.length, failed: [...failed], ...(stopped !== undefined && { stopped }) });
    say();
    try {
      for (let from = 0; from < small.length; from += filesCompared) {
        const some = small.slice(from, from + filesCompared);
        const missing = await missingOf(runId, some);
        for (const [place, file] of some.entries()) {
          if (missing.has(place)) {
            const why = await send(runId, file);
            if (why !== undefined) failed.push({ name: file.name, why });
          }
          done += 1;
          say();
        }
      }
    } catch (thrown) {
      say(thrown instanceof ApiError ? thrown.message : translate('common.went_wrong'));
    } finally {
      setBusy(false);
      await refreshImports();
    }
  }

  return { add: (files: readonly File[]) => void add(files), progress, isBusy };
}

/** The places of the files that the import does not have yet. */
async function missingOf(runId: string, files: readonly File[]): Promise<Set<number>> {
  const named: { name: string; sha256: string }[] = [];
  for (const file of files) named.push({ name: file.name, sha256: await sha256Of(file) });
  const { missing } = await call('POST /api/staff/imports/missing-files', { body: { run_id: runId, files: named } });
  return new Set(missing);
}

async function sha256Of(file: File): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const ofTheFile = new Set<string | undefined>([...fileProblems, 'imports.file_exists']);

/** @returns why the file was refused; @throws what would stop the next one as well */
async function send(runId: string, file: File): Promise<string | undefined> {
  try {
    await sendFile('POST /api/staff/imports/file', file, { query: { run_id: runId, name: file.name } });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ApiError && ofTheFile.has(thrown.code)) return thrown.message;
    throw thrown;
  }
}
