import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import type { StoredFile } from '#contract/kernel/files.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileRow, FileRows } from '#web/ui/files/FileRow.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { save } from './download.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { useFormat } from '../i18n/format.ts';
import { ImageViewer } from './ImageViewer.tsx';
import { useText } from '../i18n/i18n.tsx';
import { PdfDocument } from './PdfDocument.tsx';
import { countRequest } from '../api/request-counter.ts';
import { responseTo } from '../api/send.ts';
import { DateTime } from '../i18n/DateTime.tsx';

interface FileListProps {
  files: readonly StoredFile[];
  label: string;
  /** Set where the parent shows the date. */
  undated?: boolean;
}

/** Stored files: each is fetched only when the person opens or saves it, for each access may be logged. */
export function FileList({ files, label, undated }: FileListProps) {
  const t = useText();
  const format = useFormat();
  const [shown, setShown] = useState<{ file: StoredFile; content: Blob }>();
  const fetched = async ({ id }: StoredFile) => {
    const response = await countRequest(responseTo('GET /api/files/:id', { params: { id } }, {}));
    return response.blob();
  };
  const attempt = (action: () => Promise<void>) => () => {
    action().catch(() => toast({ text: t('common.file_failed'), tone: 'negative' }));
  };
  return (
    <>
      <FileRows label={label}>
        {files.map((file) => (
          <FileRow
            key={file.id}
            name={file.name}
            type={file.type}
            details={
              <>
                <span>{format.fileSize(file.size)}</span>
                {!undated && <DateTime at={file.created_at} as="brief" />}
              </>
            }
            actions={
              <>
                <IconButton
                  label={t('common.file_view', { name: file.name })}
                  onClick={attempt(async () => setShown({ file, content: await fetched(file) }))}
                >
                  <Eye {...icon} />
                </IconButton>
                <IconButton
                  label={t('common.file_save', { name: file.name })}
                  onClick={attempt(async () => save(await fetched(file), file.name))}
                >
                  <Download {...icon} />
                </IconButton>
              </>
            }
          />
        ))}
      </FileRows>
      <Dialog
        open={shown !== undefined}
        title={<bdi>{shown?.file.name}</bdi>}
        closeLabel={t('common.m167_close')}
        loadingText={t('common.loading')}
        onClear={() => setShown(undefined)}
        wide
      >
        {shown && (
          <div className={flowStyles.stack}>
            {shown.file.type.startsWith('image/') ? (
              <ImageViewer content={shown.content} name={shown.file.name} />
            ) : (
              <PdfDocument file={shown.file} content={shown.content} name={shown.file.name} />
            )}
          </div>
        )}
      </Dialog>
    </>
  );
}
