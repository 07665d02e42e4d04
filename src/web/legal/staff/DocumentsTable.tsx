import { legalKinds, type LegalKind } from '#contract/legal/names.ts';
import { languageNames } from '#contract/kernel/languages.ts';
import type { ListedLegal } from '#contract/legal/staff-endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Legal.module.css';
import { CreateDraftButton } from './CreateDraftButton.tsx';

/** A version of a document, or none yet; the latest one has the act on the document. */
interface Row {
  kind: LegalKind;
  version: ListedLegal | undefined;
  isLatest: boolean;
}

const tones = { draft: 'warning', announced: 'others', in_force: 'neutral', former: 'neutral' } as const;

export function LegalState({ state }: Pick<ListedLegal, 'state'>) {
  return <State tone={tones[state]}>{useText()(`legal.state_${state}`)}</State>;
}

function rowsOf(versions: readonly ListedLegal[]): Row[] {
  return legalKinds.flatMap((kind) => {
    const own = versions.filter((version) => version.kind === kind);
    const [latest, ...others] = own;
    return [
      { kind, version: latest, isLatest: true },
      ...others.map((version) => ({ kind, version, isLatest: false })),
    ];
  });
}

/** Every document with its versions, the latest first, and how many clients have accepted each. */
export function DocumentsTable({ versions }: { versions: readonly ListedLegal[] }) {
  const t = useText();
  const columns = useColumns();
  return (
    <DataTable
      caption={t('legal.title')}
      columns={columns}
      rows={rowsOf(versions)}
      rowKey={({ kind, version }) => version?.id ?? kind}
      height="comfortable"
      named
    />
  );
}

/** One version, in the same columns. */
export function VersionLine({ version, caption }: { version: ListedLegal; caption: string }) {
  const columns = useColumns();
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={[{ kind: version.kind, version, isLatest: false }]}
      rowKey={({ kind }) => kind}
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const format = useFormat();
  const count = (version: ListedLegal | undefined, key: 'accepted' | 'outstanding') =>
    version && version.state !== 'draft' && format.number(version[key]);
  return [
    {
      key: 'document',
      header: t('legal.column_document'),
      leads: true,
      cell: ({ kind, version }) => (
        <>
          {version ? <Link to={`/admin/legal/${version.id}`}>{t(`legal.kind_${kind}`)}</Link> : t(`legal.kind_${kind}`)}
          {version && <p className={textStyles.soft}>{t('legal.version', { number: version.number })}</p>}
        </>
      ),
    },
    {
      key: 'state',
      header: t('articles.state'),
      cell: ({ version }) =>
        version ? <LegalState state={version.state} /> : <State tone="warning">{t('legal.not_published')}</State>,
    },
    {
      key: 'from',
      header: t('legal.column_from'),
      wide: true,
      cell: ({ version }) => version?.effective_on && format.day(version.effective_on),
    },
    {
      key: 'asks',
      header: t('legal.column_requires_consent'),
      wide: true,
      cell: ({ version }) =>
        version &&
        version.state !== 'draft' &&
        t(version.requires_new_consent ? 'legal.requires_consent_yes' : 'legal.requires_consent_no'),
    },
    { key: 'languages', header: t('articles.languages'), cell: ({ version }) => version && <Written in={version} /> },
    {
      key: 'accepted',
      header: t('legal.column_accepted'),
      numeric: true,
      labelled: true,
      cell: ({ version }) => count(version, 'accepted'),
    },
    {
      key: 'outstanding',
      header: t('legal.column_outstanding'),
      numeric: true,
      wide: true,
      cell: ({ version }) => count(version, 'outstanding'),
    },
    {
      key: 'published',
      header: t('legal.column_published'),
      wide: true,
      cell: ({ version }) =>
        version?.published_at &&
        !version.of_product && (
          <span className={styles.soft}>
            <bdi>{version.published_by}</bdi>
            {' · '}
            <DateTime at={version.published_at} as="full" />
          </span>
        ),
    },
    {
      key: 'act',
      header: t('legal.create_draft'),
      acts: true,
      cell: ({ kind, version, isLatest }) => isLatest && <CreateDraftButton kind={kind} latest={version} />,
    },
  ];
}

/** The languages in which a version is written. */
function Written({ in: { languages, of_product: ofProduct } }: { in: ListedLegal }) {
  const t = useText();
  const format = useFormat();
  return (
    <span className={styles.soft}>
      {ofProduct
        ? t('legal.of_product')
        : languages.length > 3
          ? t('legal.languages_count', { count: languages.length })
          : format.list(languages.map((each) => languageNames[each]))}
    </span>
  );
}
