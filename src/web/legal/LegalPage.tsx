import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { legalKinds, type LegalKind } from '#contract/legal/names.ts';
import type { LegalVersion } from '#contract/legal/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { FileQuestion } from 'lucide-react';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { legalQuery, legalTextQuery } from './legal-queries.ts';
import { LegalText, useVersionName } from './LegalText.tsx';

/** A public legal document of the operator: the version in force, the announced one, and the former ones. */
export function LegalPage() {
  const t = useText();
  const { kind } = useParams({ strict: false }) as { kind?: string };
  const query = useQuery(legalQuery(useLanguage()));
  const named = query.data?.find((version) => version.kind === kind);
  return (
    <Page title={named ? <bdi>{named.title}</bdi> : t('legal.title')} reading>
      <Async query={query} skeleton={<SkeletonRows count={8} />}>
        {(versions) => {
          const mine = versions.filter((version) => version.kind === kind);
          return (
            <>
              <Kinds published={legalKinds.filter((one) => versions.some((version) => version.kind === one))} />
              {mine.length > 0 ? (
                <Versions key={kind} versions={mine} />
              ) : (
                <EmptyState icon={FileQuestion} title={t('legal.missing_title')} text={t('legal.missing_text')} />
              )}
            </>
          );
        }}
      </Async>
    </Page>
  );
}

function Kinds({ published }: { published: readonly LegalKind[] }) {
  const t = useText();
  if (published.length < 2) return null;
  return (
    <Tabs label={t('legal.title')}>
      {published.map((kind) => (
        <Link key={kind} to={`/legal/${kind}`}>
          {t(`legal.kind_${kind}`)}
        </Link>
      ))}
    </Tabs>
  );
}

function Versions({ versions }: { versions: readonly LegalVersion[] }) {
  const t = useText();
  const nameOf = useVersionName();
  const [chosen, setChosen] = useState<string>();
  const [latest] = versions;
  const shown =
    versions.find(({ id }) => id === chosen) ?? versions.find(({ state }) => state === 'in_force') ?? latest;
  const query = useQuery({ ...legalTextQuery(shown?.id ?? '', useLanguage()), enabled: shown !== undefined });
  if (!shown) return null;
  return (
    <>
      {versions.length > 1 && (
        <SelectField
          label={t('legal.choose_version')}
          value={shown.id}
          options={versions.map((version) => ({
            value: version.id,
            label: `${nameOf(version)} · ${t(`legal.state_${version.state}`)}`,
          }))}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <Card>
        <div className={flowStyles.column}>
          <Async query={query} skeleton={<SkeletonRows count={8} />}>
            {(version) => <LegalText version={version} />}
          </Async>
        </div>
      </Card>
    </>
  );
}
