import type { Editor } from '@tiptap/core';
import { call } from '#web/platform/api/api.ts';
import { translate } from '#web/platform/i18n/i18n.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { docOf } from './body-doc.ts';

/**
 * Takes over what comes from elsewhere as HTML. No page of ours may read HTML, hence the server says what an article can
 * keep of it. Plain text is the editor's own to take.
 * @returns whether it was taken over
 */
export function takeHtml(editor: () => Editor | null, event: ClipboardEvent | DragEvent): boolean {
  const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
  const html = data?.getData('text/html') ?? '';
  if (html === '') return false;
  event.preventDefault();
  void insert(editor, html, data?.getData('text/plain') ?? '');
  return true;
}

async function insert(editor: () => Editor | null, html: string, plain: string): Promise<void> {
  try {
    const { body } = await call('POST /api/staff/articles/import-paste', { body: { html } });
    const [only] = body;
    const doc = docOf(body).content ?? [];
    // A piece of one line continues where the cursor is.
    const content = body.length === 1 && only?.kind === 'paragraph' ? (doc[0]?.content ?? []) : doc;
    if (body.length > 0) editor()?.chain().focus().insertContent(content).run();
  } catch {
    editor()
      ?.chain()
      .focus()
      .insertContent(
        plain.split('\n').map((text) => ({ type: 'paragraph', content: text ? [{ type: 'text', text }] : [] })),
      )
      .run();
    toast({ text: translate('articles.pasted_plain'), tone: 'neutral' });
  }
}
