import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { articleLimits } from '#contract/articles/names.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { UploadField } from '#web/platform/files/UploadField.tsx';
import { useUploads } from '#web/platform/files/use-uploads.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';

interface PictureDialogProps {
  editor: Editor;
  open: boolean;
  onClose: () => void;
}

/** Inserts a picture at the cursor. A description is required. */
export function PictureDialog({ editor, open, onClose }: PictureDialogProps) {
  return <PictureForm key={String(open)} editor={editor} open={open} onClose={onClose} />;
}

function PictureForm({ editor, open, onClose }: PictureDialogProps) {
  const t = useText();
  const uploads = useUploads('article_picture', 1);
  const [alt, setAlt] = useState('');
  const [caption, setCaption] = useState('');
  const [tried, setTried] = useState(false);
  const [file] = uploads.ids;
  const insert = () => {
    setTried(true);
    if (file === undefined || alt.trim() === '') return;
    const attrs = { file, alt: alt.trim(), caption: caption.trim() };
    editor.chain().focus().insertContent({ type: 'picture', attrs }).run();
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title={t('articles.tool_picture')}
      confirmText={t('articles.insert')}
      form={{ busy: uploads.busy, messages: [] }}
      onSubmit={(event) => {
        event.preventDefault();
        insert();
      }}
      onClose={onClose}
    >
      <UploadField
        uploads={uploads}
        label={t('articles.picture')}
        error={tried && file === undefined ? t('articles.picture_missing') : undefined}
      />
      <TextField
        label={t('articles.alt')}
        hint={t('articles.alt_hint')}
        error={tried && alt.trim() === '' ? t('articles.alt_missing') : undefined}
        value={alt}
        maxLength={articleLimits.alt}
        required
        onChange={({ target }) => setAlt(target.value)}
      />
      <TextField
        label={t('articles.caption')}
        value={caption}
        maxLength={articleLimits.caption}
        onChange={({ target }) => setCaption(target.value)}
      />
    </FormDialog>
  );
}
