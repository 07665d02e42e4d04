import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './FileList.module.css';
import { RotatedImage } from './RotatedImage.tsx';

const zooms = [1, 1.5, 2, 3, 4];

interface ImageViewerProps {
  content: Blob | ImageBitmap;
  name: string;
  /** Further actions beside zoom and turn. */
  children?: ReactNode;
}

/** One page, with zoom and rotation. */
export function ImageViewer({ content, name, children }: ImageViewerProps) {
  const t = useText();
  const [zoom, setZoom] = useState(0);
  const [quarters, setQuarters] = useState(0);
  return (
    <div className={styles.sheet}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is reached by keyboard */}
      <div className={styles.glass} role="region" aria-label={name} tabIndex={0}>
        <RotatedImage content={content} label={name} quarters={quarters} zoom={zooms[zoom] ?? 1}>
          <p>{t('common.file_broken')}</p>
        </RotatedImage>
      </div>
      <div className={flowStyles.row}>
        <IconButton label={t('common.zoom_in', { name })} onClick={() => setZoom(Math.min(zoom + 1, zooms.length - 1))}>
          <ZoomIn {...icon} />
        </IconButton>
        <IconButton label={t('common.zoom_out', { name })} onClick={() => setZoom(Math.max(zoom - 1, 0))}>
          <ZoomOut {...icon} />
        </IconButton>
        <IconButton label={t('common.rotate', { name })} onClick={() => setQuarters((quarters + 1) % 4)}>
          <RotateCw {...icon} />
        </IconButton>
        {children}
      </div>
    </div>
  );
}
