import { Download, Eye, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import type { KeptFile } from '#contract/files.ts';
import { save } from '#web/platform/download.ts';
import { useText } from '#web/platform/i18n.tsx';
import { counted } from '#web/platform/pending.ts';
import { answerTo } from '#web/platform/send.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../Verification.module.css';
import { TurnedPicture } from './TurnedPicture.tsx';

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
      <div>
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
        return (
          content && (
            <Sheet key={file.id} file={file} content={content} name={t('verification.page', { number: place + 1 })} />
          )
        );
      })}
    </div>
  );
}

const zooms = [1, 1.5, 2, 3, 4];

/** One page, to be looked at closely; a document of text is only saved. */
function Sheet({ file, content, name }: { file: KeptFile; content: Blob; name: string }) {
  const t = useText();
  const [zoom, setZoom] = useState(0);
  const [quarters, setQuarters] = useState(0);
  if (!file.type.startsWith('image/'))
    return (
      <div className={styles.sheet}>
        <p>
          <bdi>{file.name}</bdi>
        </p>
        <div>
          <Button icon={<Download {...icon} />} onClick={() => save(content, file.name)}>
            {t('common.file_save', { name })}
          </Button>
        </div>
      </div>
    );
  return (
    <div className={styles.sheet}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is reached by keyboard */}
      <div className={styles.glass} role="region" aria-label={name} tabIndex={0}>
        <TurnedPicture content={content} label={name} quarters={quarters} zoom={zooms[zoom] ?? 1} />
      </div>
      <div className={styles.buttons}>
        <IconButton
          label={t('verification.zoom_in', { name })}
          onClick={() => setZoom(Math.min(zoom + 1, zooms.length - 1))}
        >
          <ZoomIn {...icon} />
        </IconButton>
        <IconButton label={t('verification.zoom_out', { name })} onClick={() => setZoom(Math.max(zoom - 1, 0))}>
          <ZoomOut {...icon} />
        </IconButton>
        <IconButton label={t('verification.rotate', { name })} onClick={() => setQuarters((quarters + 1) % 4)}>
          <RotateCw {...icon} />
        </IconButton>
      </div>
    </div>
  );
}
