import type { ReactNode } from 'react';
import type { ArticleBlock, ArticleSpan } from '#contract/articles/body.ts';
import { isExternal, safeAddress } from '#contract/articles/links.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { ArticlePicture } from './ArticlePicture.tsx';
import styles from './RichText.module.css';

/**
 * What an article says, built element by element. Nothing in it is ever read as markup, and an address is looked at once
 * more before it becomes a link.
 */
export function RichText({ body }: { body: readonly ArticleBlock[] }) {
  return (
    <div className={styles.text}>
      {placed(body).map(({ key, value }) => (
        <Block key={key} block={value} />
      ))}
    </div>
  );
}

/** Parts of a text have no names but their places, which do not change while it is read. */
const placed = <T,>(list: readonly T[]) => list.map((value, index) => ({ key: String(index), value }));

function Block({ block }: { block: ArticleBlock }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Spans of={block.text} />
        </p>
      );
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3';
      return (
        <Heading>
          <Spans of={block.text} />
        </Heading>
      );
    }
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {placed(block.items).map(({ key, value }) => (
            <li key={key}>
              <Spans of={value} />
            </li>
          ))}
        </List>
      );
    }
    case 'quote':
      return (
        <blockquote>
          {placed(block.paragraphs).map(({ key, value }) => (
            <p key={key}>
              <Spans of={value} />
            </p>
          ))}
        </blockquote>
      );
    case 'table':
      return <Table block={block} />;
    case 'picture':
      return <ArticlePicture {...block} />;
    case 'rule':
      return <hr />;
    default:
      return null;
  }
}

function Table({ block: { header, rows } }: { block: Extract<ArticleBlock, { kind: 'table' }> }) {
  const t = useText();
  const [first = [], ...others] = rows;
  return (
    // A wide table is moved sideways by itself, with the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.wide} aria-label={t('articles.table')} tabIndex={0}>
      <table>
        {header && (
          <thead>
            <tr>
              {placed(first).map(({ key, value }) => (
                <th key={key} scope="col">
                  <Spans of={value} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {placed(header ? others : rows).map(({ key: line, value: row }) => (
            <tr key={line}>
              {placed(row).map(({ key, value }) => (
                <td key={key}>
                  <Spans of={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Spans({ of }: { of: readonly ArticleSpan[] }) {
  return placed(of).map(({ key, value }) => <Span key={key} {...value} />);
}

function Span({ text, strong, em, href }: ArticleSpan) {
  let shown: ReactNode = placed(text.split('\n')).flatMap(({ key, value }) =>
    key === '0' ? [value] : [<br key={key} />, value],
  );
  if (em) shown = <em>{shown}</em>;
  if (strong) shown = <strong>{shown}</strong>;
  const address = href === undefined ? undefined : safeAddress(href);
  if (address === undefined) return shown;
  if (!isExternal(address)) return <Link to={address as Path}>{shown}</Link>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {shown}
    </a>
  );
}
