import { mergeAttributes, Node } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { NodeViewWrapper, ReactNodeViewRenderer, type ReactNodeViewProps } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { safeAddress } from '#contract/articles/links.ts';
import { ArticlePicture } from '../../ArticlePicture.tsx';

/** A line of a list: text only, so that lists are never nested. */
const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem('listItem') };
  },
});

const Quote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'paragraph+',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', HTMLAttributes, 0],
});

/** A picture by the id of its file. Drawn as readers see it. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ file: { default: '' }, alt: { default: '' }, caption: { default: '' } }),
  renderHTML: ({ HTMLAttributes }) => ['figure', mergeAttributes({ 'data-picture': '' }, HTMLAttributes)],
  addNodeView: () => ReactNodeViewRenderer(PictureView),
});

function PictureView({ node }: ReactNodeViewProps) {
  const { file, alt, caption } = node.attrs as { file: string; alt: string; caption: string };
  return (
    <NodeViewWrapper data-drag-handle>
      <ArticlePicture file={file} alt={alt} caption={caption} />
    </NodeViewWrapper>
  );
}

const cell = { content: 'paragraph' };

/** What an article may consist of, and no more: what the editor cannot hold cannot be written. */
export const editorParts = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    listItem: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      protocols: ['http', 'https', 'mailto', 'tel'],
      isAllowedUri: (address) => safeAddress(address) !== undefined,
    },
  }),
  ListItem,
  Quote,
  Picture,
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader.extend(cell),
  TableCell.extend(cell),
];
