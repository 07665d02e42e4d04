import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { KeptFile } from '#contract/files.ts';
import { Glass } from '#web/platform/files/ImageViewer.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { PdfSheets } from '#web/platform/files/PdfDocument.tsx';
import { counted } from '#web/platform/api/request-counter.ts';
import { answerTo } from '#web/platform/api/send.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { toast } from '#web/ui/toast.ts';
import styles from '../Verification.module.css';

const fetched = async ({ id }: KeptFile) =>
  (await counted(answerTo('GET /api/files/:id', { params: { id } }, {}))).blob();

/** The pages of a document side by side. Nothing is fetched before somebody asks for it, for each look is told to the client. */
export function PagesViewer({ files }: { files: readonly KeptFile[] }) {
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
  if (!contents)
    return (
      <div className={styles.looks}>
        <Button icon={<Eye {...icon} />} busy={busy} onClick={() => void open()}>
          {t('verification.open_pages', { count: files.length })}
        </Button>
        <p className={styles.soft}>{t('verification.looks_told')}</p>
      </div>
    );
  return (
    <div className={styles.pages}>
      {files.map((file, place) => {
        const content = contents[place];
        if (!content) return null;
        const name = t('verification.page', { number: place + 1 });
        if (file.type.startsWith('image/')) return <Glass key={file.id} content={content} name={name} />;
        return <PdfSheets key={file.id} file={file} content={content} name={name} />;
      })}
    </div>
  );
}
