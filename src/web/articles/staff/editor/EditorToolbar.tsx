import { useEditorState, type Editor } from '@tiptap/react';
import {
  Bold,
  Columns3,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  Rows3,
  Table2,
  Trash2,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './EditorToolbar.module.css';
import { LinkDialog } from './LinkDialog.tsx';
import { PictureDialog } from './PictureDialog.tsx';

type Input = 'link' | 'picture' | null;

interface Tool {
  key: string;
  label: TextKey;
  Icon: LucideIcon;
  action: () => void;
  /** Whether it is on where the cursor is; undefined for what is not on or off. */
  on?: boolean;
  off?: boolean;
}

/** What can be done to the text. One stop of the Tab key; the arrows move in it, as keyboards know tool bars. */
export function EditorToolbar({ editor, textAlone }: { editor: Editor; textAlone: boolean }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const [confirming, setConfirming] = useState<Input>(null);
  const [at, setAt] = useState(0);
  const tools = useTools(editor, setConfirming).filter(({ key }) => !(textAlone && key === 'picture'));
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[event.key];
    const next = step === undefined ? { Home: 0, End: tools.length - 1 }[event.key] : at + step;
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + tools.length) % tools.length;
    setAt(index);
    frame.current?.querySelectorAll('button')[index]?.focus();
  };
  return (
    <>
      <div
        ref={frame}
        className={styles.bar}
        role="toolbar"
        tabIndex={-1}
        aria-label={t('articles.tools')}
        onKeyDown={move}
      >
        {tools.map(({ key, label, Icon, action, on, off }, index) => (
          <IconButton
            key={key}
            label={t(label)}
            aria-pressed={on}
            aria-disabled={off || undefined}
            tabIndex={index === Math.min(at, tools.length - 1) ? 0 : -1}
            onFocus={() => setAt(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={off ? undefined : action}
            className={styles.tool}
          >
            <Icon {...icon} />
          </IconButton>
        ))}
      </div>
      <LinkDialog editor={editor} open={confirming === 'link'} onClose={() => setConfirming(null)} />
      <PictureDialog editor={editor} open={confirming === 'picture'} onClose={() => setConfirming(null)} />
    </>
  );
}

function useTools(editor: Editor, request: (confirming: Input) => void): Tool[] {
  const now = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      bold: at.isActive('bold'),
      italic: at.isActive('italic'),
      second: at.isActive('heading', { level: 2 }),
      third: at.isActive('heading', { level: 3 }),
      bullets: at.isActive('bulletList'),
      numbers: at.isActive('orderedList'),
      quote: at.isActive('blockquote'),
      link: at.isActive('link'),
      table: at.isActive('table'),
      reversal: at.can().undo(),
      redo: at.can().redo(),
    }),
  });
  const run = () => editor.chain().focus();
  const inTable: Tool[] = now.table
    ? [
        { key: 'row', label: 'articles.tool_row', Icon: Rows3, action: () => run().addRowAfter().run() },
        { key: 'column', label: 'articles.tool_column', Icon: Columns3, action: () => run().addColumnAfter().run() },
        { key: 'no-table', label: 'articles.tool_remove_table', Icon: Trash2, action: () => run().deleteTable().run() },
      ]
    : [];
  return [
    { key: 'bold', label: 'articles.tool_bold', Icon: Bold, on: now.bold, action: () => run().toggleBold().run() },
    {
      key: 'italic',
      label: 'articles.tool_italic',
      Icon: Italic,
      on: now.italic,
      action: () => run().toggleItalic().run(),
    },
    {
      key: 'second',
      label: 'articles.tool_heading',
      Icon: Heading2,
      on: now.second,
      action: () => run().toggleHeading({ level: 2 }).run(),
    },
    {
      key: 'third',
      label: 'articles.tool_subheading',
      Icon: Heading3,
      on: now.third,
      action: () => run().toggleHeading({ level: 3 }).run(),
    },
    {
      key: 'bullets',
      label: 'articles.tool_bullets',
      Icon: List,
      on: now.bullets,
      action: () => run().toggleBulletList().run(),
    },
    {
      key: 'numbers',
      label: 'articles.tool_numbers',
      Icon: ListOrdered,
      on: now.numbers,
      action: () => run().toggleOrderedList().run(),
    },
    {
      key: 'quote',
      label: 'articles.tool_quote',
      Icon: Quote,
      on: now.quote,
      action: () => run().toggleWrap('blockquote').run(),
    },
    { key: 'link', label: 'articles.tool_link', Icon: Link2, on: now.link, action: () => request('link') },
    { key: 'picture', label: 'articles.tool_picture', Icon: ImagePlus, action: () => request('picture') },
    {
      key: 'table',
      label: 'articles.tool_table',
      Icon: Table2,
      off: now.table,
      action: () => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    ...inTable,
    { key: 'rule', label: 'articles.tool_rule', Icon: Minus, action: () => run().setHorizontalRule().run() },
    { key: 'undo', label: 'articles.tool_undo', Icon: Undo2, off: !now.reversal, action: () => run().undo().run() },
    { key: 'redo', label: 'articles.tool_redo', Icon: Redo2, off: !now.redo, action: () => run().redo().run() },
  ];
}
