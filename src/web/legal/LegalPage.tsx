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
import { LegalText, Standing, useVersionName } from './LegalText.tsx';

/** A public legal document of the operator: the version in force, the announced one, and the former ones. */
export function LegalPage() {
  const t = useText();
  const { kind } = useParams({ strict: false }) as { kind?: string };
  const [chosen, setChosen] = useState<string>();
  const query = useQuery(legalQuery(useLanguage()));
  const known = query.data?.filter((version) => version.kind === kind) ?? [];
  const shown = known.find(({ id }) => id === chosen) ?? known.find(({ state }) => state === 'in_force') ?? known[0];
  return (
    <Page
      title={shown ? <bdi>{shown.title}</bdi> : t('legal.title')}
      state={shown && <Standing version={shown} />}
      reading
    >
      <Async query={query} skeleton={<SkeletonRows count={8} />}>
        {(versions) => (
          <>
            <Kinds published={legalKinds.filter((one) => versions.some((version) => version.kind === one))} />
            {shown ? (
              <Versions versions={known} shown={shown} onChoose={setChosen} />
            ) : (
              <EmptyState icon={FileQuestion} title={t('legal.missing_title')} text={t('legal.missing_text')} />
            )}
          </>
        )}
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

interface VersionsProps {
  versions: readonly LegalVersion[];
  shown: LegalVersion;
  onChoose: (id: string) => void;
}

function Versions({ versions, shown, onChoose }: VersionsProps) {
  const t = useText();
  const nameOf = useVersionName();
  const query = useQuery(legalTextQuery(shown.id, useLanguage()));
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
          onChange={({ target }) => onChoose(target.value)}
        />
      )}
      <Card>
        <div className={flowStyles.column}>
          <Async query={query} skeleton={<SkeletonRows count={8} />}>
            {(version) => <LegalText version={version} headed />}
          </Async>
        </div>
      </Card>
    </>
  );
}
