import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import type { ArticleBlock } from '#contract/articles/body.ts';
import { directionOf, type Language } from '#contract/kernel/languages.ts';
import richText from '../RichText.module.css';
import { bodyOf, docOf } from './editor/body-doc.ts';
import { editorParts } from './editor/parts.tsx';
import { EditorToolbar } from './editor/EditorToolbar.tsx';
import { takeHtml } from './editor/paste.ts';
import styles from './RichEditor.module.css';

interface RichEditorProps {
  /** What is written says, to a reader of the screen. */
  label: string;
  language: Language;
  /** The initial content; later changes are the editor's own. */
  body: readonly ArticleBlock[];
  /** Of text alone, it has no tool for pictures. */
  textAlone?: boolean;
  onChange: (body: ArticleBlock[]) => void;
}

/** Writes an article's body, in the direction of its language, looking as it will be read. */
export function RichEditor({ label, language, body, textAlone = false, onChange }: RichEditorProps) {
  const current = useRef<Editor>(null);
  const taking = (_view: unknown, event: ClipboardEvent | DragEvent) => takeHtml(() => current.current, event);
  const editor = useEditor({
    extensions: editorParts,
    content: docOf(body),
    // The page allows no style but its own files.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        lang: language,
        dir: directionOf(language),
        class: `${richText.text} ${styles.page}`,
        spellcheck: 'true',
      },
      handleDOMEvents: {
        paste: taking,
        // Something moved within the editor is its own.
        drop: (view, event) => view.dragging === null && taking(view, event),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(bodyOf(changed.getJSON())),
  });
  useEffect(() => {
    current.current = editor;
  }, [editor]);
  return (
    <div className={styles.editor}>
      <EditorToolbar editor={editor} textAlone={textAlone} />
      <EditorContent editor={editor} />
    </div>
  );
}
