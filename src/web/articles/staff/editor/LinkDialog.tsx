import type { Editor } from '@tiptap/react';
import { safeAddress } from '#contract/articles/links.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

interface EditorDialogProps {
  editor: Editor;
  open: boolean;
  onClose: () => void;
}

/** Where the marked words lead. An empty address takes the link away. */
export function LinkDialog({ editor, open, onClose }: EditorDialogProps) {
  const t = useText();
  return <LinkForm key={String(open)} editor={editor} open={open} onClose={onClose} title={t('articles.tool_link')} />;
}

function LinkForm({ editor, open, onClose, title }: EditorDialogProps & { title: string }) {
  const t = useText();
  const present: unknown = open ? editor.getAttributes('link')['href'] : '';
  const form = useCallForm({ address: typeof present === 'string' ? present : '' });
  const submit = form.submit(async ({ address }) => {
    const written = address.trim();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (written === '') chain.unsetLink().run();
    else {
      const href = safeAddress(written) ?? safeAddress(`https://${written}`);
      if (href === undefined) throw new ApiError(422, { message: t('articles.link_hint') });
      if (editor.state.selection.empty && !editor.isActive('link'))
        chain.insertContent({ type: 'text', text: written, marks: [{ type: 'link', attrs: { href } }] }).run();
      else chain.setLink({ href }).run();
    }
    onClose();
  });
  return (
    <FormDialog
      open={open}
      title={title}
      confirmText={t('common.save')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...form.field('address')}
        label={t('articles.link_address')}
        hint={t('articles.link_hint')}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}
