import { languageNames } from '#contract/kernel/languages.ts';
import type { ListedLegal } from '#contract/legal/staff-endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import styles from '../Legal.module.css';

export function LegalState({ state }: Pick<ListedLegal, 'state'>) {
  return <State>{useText()(`legal.state_${state}`)}</State>;
}

/** The versions of a document, the latest first, with how many clients have accepted each. */
export function VersionsTable({ caption, versions }: { caption: string; versions: readonly ListedLegal[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <DataTable
      caption={caption}
      rows={versions}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'version',
          header: t('legal.column_version'),
          cell: ({ id, number }) => <Link to={`/admin/legal/${id}`}>{t('legal.version', { number })}</Link>,
        },
        { key: 'state', header: t('articles.state'), cell: ({ state }) => <LegalState state={state} /> },
        {
          key: 'from',
          header: t('legal.column_from'),
          cell: ({ effective_on: on }) => (on === null ? '–' : format.day(on)),
        },
        {
          key: 'asks',
          header: t('legal.column_requires_consent'),
          cell: ({ state, requires_new_consent: needs }) =>
            state === 'draft' ? null : t(needs ? 'legal.requires_consent_yes' : 'legal.requires_consent_no'),
        },
        {
          key: 'languages',
          header: t('articles.languages'),
          cell: ({ languages, of_product: ofProduct }) => (
            <span className={styles.soft}>
              {ofProduct
                ? t('legal.of_product')
                : languages.length > 3
                  ? t('legal.languages_count', { count: languages.length })
                  : format.list(languages.map((each) => languageNames[each]))}
            </span>
          ),
        },
        {
          key: 'accepted',
          header: t('legal.column_accepted'),
          numeric: true,
          labelled: true,
          cell: ({ state, accepted }) => (state === 'draft' ? null : format.number(accepted)),
        },
        {
          key: 'outstanding',
          header: t('legal.column_outstanding'),
          numeric: true,
          cell: ({ state, outstanding }) => (state === 'draft' ? null : format.number(outstanding)),
        },
        {
          key: 'published',
          header: t('legal.column_published'),
          cell: ({ published_at: at, published_by: by, of_product: ofProduct }) =>
            at &&
            !ofProduct && (
              <span className={styles.soft}>
                <bdi>{by}</bdi>
                {' · '}
                <DateTime at={at} as="full" />
              </span>
            ),
        },
      ]}
    />
  );
}
