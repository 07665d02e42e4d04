import { RotateCw, X } from 'lucide-react';
import { fileLimits, inMegabytes, type FileType } from '#contract/kernel/file-rules.ts';
import { FileField } from '#web/ui/files/FileField.tsx';
import { FileRow, FileRows } from '#web/ui/files/FileRow.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useFormat } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import type { Upload, Uploads } from './use-uploads.ts';

interface UploadFieldProps {
  /** Of `useUploads`, which says what the files are for and how many there may be. */
  uploads: Uploads;
  label: string;
  /** What to send, before the types and sizes that are taken. */
  hint?: string;
  /** On the button that opens the camera, where it is worth one. */
  camera?: string;
  error?: string | undefined;
}

/** The product's one way to upload files: by button or drag, with progress, cancel, retry and small pictures. */
export function UploadField({ uploads, label, hint, camera, error }: UploadFieldProps) {
  const t = useText();
  const { list, max, purpose } = uploads;
  const { types, maxBytes } = fileLimits[purpose];
  const taken = t('common.upload_limits', { types: types.map(shortName).join(', '), megabytes: inMegabytes(maxBytes) });
  return (
    <FileField
      label={label}
      hint={
        <>
          {hint && <p>{hint}</p>}
          <p>{taken}</p>
        </>
      }
      chooseText={t('common.upload_choose', { max: max })}
      dropText={t('common.upload_drop')}
      cameraText={camera}
      error={error ?? uploads.problem}
      accept={types.join(',')}
      multiple={max > 1}
      disabled={list.length >= max}
      onFiles={uploads.add}
    >
      {list.length > 0 && (
        <FileRows label={label}>
          {list.map((upload) => (
            <UploadRow key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </FileRows>
      )}
    </FileField>
  );
}

/** As people call a type: `image/jpeg` is JPEG. */
const shortName = (type: FileType) => (type === 'image/webp' ? 'WebP' : (type.split('/')[1] ?? '').toUpperCase());

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const t = useText();
  const format = useFormat();
  const { name, type, size, file, state, part, error } = upload;
  const isOnItsWay = state === 'sending' || state === 'checking';
  return (
    <FileRow
      name={name}
      type={type}
      content={file}
      error={error}
      progress={isOnItsWay ? { part, label: name } : undefined}
      details={
        <>
          <span>{format.fileSize(size)}</span>
          <span role="status">
            {state === 'sending' && t('common.upload_sending', { percent: format.percent(Math.floor(part * 100)) })}
            {state === 'checking' && t('common.upload_checking')}
            {state === 'done' && t('common.upload_done')}
          </span>
        </>
      }
      actions={
        <>
          {state === 'failed' && upload.canRetry && (
            <IconButton label={t('common.upload_retry', { name })} onClick={() => uploads.retry(upload)}>
              <RotateCw {...icon} />
            </IconButton>
          )}
          <IconButton
            label={t(isOnItsWay ? 'common.upload_cancel' : 'common.upload_remove', { name })}
            onClick={() => uploads.remove(upload)}
          >
            <X {...icon} />
          </IconButton>
        </>
      }
    />
  );
}
