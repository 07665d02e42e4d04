import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { StoredFile } from '#contract/kernel/files.ts';
import { ImageViewer } from '#web/platform/files/ImageViewer.tsx';
import { useKeys } from '#web/platform/keys/use-keys.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { PdfDocument } from '#web/platform/files/PdfDocument.tsx';
import { countRequest } from '#web/platform/api/request-counter.ts';
import { responseTo } from '#web/platform/api/send.ts';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { icon } from '#web/ui/icon.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Verification.module.css';

const fetched = async ({ id }: StoredFile) =>
  (await countRequest(responseTo('GET /api/files/:id', { params: { id } }, {}))).blob();

/**
 * The pages of a document side by side. Nothing is fetched before the reader opens them, for the client sees each
 * access.
 */
export function PagesViewer({ files, hasKeys }: { files: readonly StoredFile[]; hasKeys: boolean }) {
  const t = useText();
  const [contents, setContents] = useState<readonly Blob[]>();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      setContents(await Promise.all(files.map(fetched)));
    } catch {
      toast({ text: t('common.file_failed'), tone: 'negative' });
    } finally {
      setBusy(false);
    }
  };
  const label = t('verification.open_pages', { count: files.length });
  useKeys([hasKeys && !contents && { key: 'v', label, scope: 'item', run: () => busy || void open() }]);
  if (!contents)
    return (
      <button
        type="button"
        className={styles.closed}
        aria-keyshortcuts={hasKeys ? 'v' : undefined}
        aria-busy={busy}
        disabled={busy}
        onClick={() => void open()}
      >
        {busy ? <Spinner /> : <Eye {...icon} size={28} />}
        <b>{label}</b>
        <span className={textStyles.soft}>{t('verification.access_log_told')}</span>
      </button>
    );
  return (
    <div className={styles.pages}>
      {files.map((file, index) => {
        const content = contents[index];
        if (!content) return null;
        const name = t('verification.page', { number: index + 1 });
        if (file.type.startsWith('image/')) return <ImageViewer key={file.id} content={content} name={name} />;
        return <PdfDocument key={file.id} file={file} content={content} name={name} />;
      })}
    </div>
  );
}
