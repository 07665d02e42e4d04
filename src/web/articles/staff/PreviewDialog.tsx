import { useState } from 'react';
import { themes, type Theme } from '#contract/kernel/constants.ts';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useTheme } from '#web/platform/theme.ts';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { RichText } from '../RichText.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './StaffArticles.module.css';
import type { WrittenText } from './use-draft.ts';

interface PreviewDialogProps {
  open: boolean;
  language: Language;
  writing: WrittenText;
  onClose: () => void;
}

/** How readers will see it: in either theme and direction, on a desktop and on a phone. */
export function PreviewDialog({ open, language, writing, onClose }: PreviewDialogProps) {
  const t = useText();
  const own = useTheme();
  const [theme, setTheme] = useState<Theme>(own);
  const [width, setWidth] = useState<'staff' | 'phone'>('staff');
  const [direction, setDirection] = useState<'ltr' | 'rtl'>(directionOf(language));
  return (
    <Dialog
      open={open}
      wide
      title={t('articles.preview')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <div className={flowStyles.column}>
        <div className={styles.bar}>
          <SegmentedControl
            label={t('articles.preview_theme')}
            value={theme}
            options={themes.map((value) => ({
              value,
              label: t(value === 'dark-theme' ? 'articles.preview_dark' : 'articles.preview_light'),
            }))}
            onChange={setTheme}
          />
          <SegmentedControl
            label={t('articles.preview_width')}
            value={width}
            options={[
              { value: 'staff', label: t('articles.preview_desk') },
              { value: 'phone', label: t('articles.preview_phone') },
            ]}
            onChange={setWidth}
          />
          <SegmentedControl
            label={t('articles.preview_direction')}
            value={direction}
            options={[
              { value: 'ltr', label: t('articles.preview_ltr') },
              { value: 'rtl', label: t('articles.preview_rtl') },
            ]}
            onChange={setDirection}
          />
        </div>
        <article
          className={cx(theme, styles.frame, width === 'phone' && styles.phone)}
          lang={language}
          dir={direction}
          data-preview
        >
          <p className={styles.previewTitle}>{writing.title}</p>
          <p className={styles.previewSummary}>{writing.summary}</p>
          <RichText body={writing.body} />
        </article>
      </div>
    </Dialog>
  );
}
