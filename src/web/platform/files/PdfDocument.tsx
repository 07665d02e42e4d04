import { Download } from 'lucide-react';
import type { StoredFile } from '#contract/kernel/files.ts';
import { save } from './download.ts';
import { useText } from '../i18n/i18n.tsx';
import { usePdfPages } from './pdf-pages.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import styles from './FileList.module.css';
import { ImageViewer } from './ImageViewer.tsx';

/** The pages of a PDF beside the others; what cannot be drawn, and the whole of it, is saved. */
export function PdfDocument({ file, content, name }: { file: StoredFile; content: Blob; name: string }) {
  const t = useText();
  const { count, sheets, state } = usePdfPages(content);
  return (
    <>
      {sheets.map(({ number, picture }) => (
        <ImageViewer key={number} content={picture} name={t('common.pdf_page', { name, number })} />
      ))}
      {state === 'drawing' && (
        <SkeletonGroup label={t('common.loading')}>
          <Skeleton shape="block" height="20rem" />
        </SkeletonGroup>
      )}
      <div className={styles.sheet}>
        <p>
          <bdi>{file.name}</bdi>
        </p>
        {state === 'failed' && <p role="status">{t('common.pdf_failed')}</p>}
        {state === 'drawn' && count !== undefined && count > sheets.length && (
          <p role="status">{t('common.pdf_more', { shown: sheets.length, count })}</p>
        )}
        <div>
          <Button icon={<Download {...icon} />} onClick={() => save(content, file.name)}>
            {t('common.file_save', { name })}
          </Button>
        </div>
      </div>
    </>
  );
}
