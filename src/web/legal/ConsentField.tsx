import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { intlTagOf } from '#contract/kernel/languages.ts';
import type { LegalVersion } from '#contract/legal/endpoints.ts';
import { Rich, useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { CheckboxField, type CheckboxFieldProps } from '#web/ui/forms/CheckboxField.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from './Legal.module.css';
import { legalKey, legalQuery, legalTextQuery } from './legal-queries.ts';
import { LegalText } from './LegalText.tsx';

/** The versions in force, after a change of the language those of the former one until they arrive. */
export function useInForce(): { versions: readonly LegalVersion[]; isPending: boolean } {
  const { data = [], isPending } = useQuery({ ...legalQuery(useLanguage()), placeholderData: keepPreviousData });
  return { versions: data.filter(({ state }) => state === 'in_force'), isPending };
}

/**
 * Consent to all versions in force, each a link in the sentence, once they are shown; refetched after a refusal, because another
 * version may be in force by then.
 */
export function ConsentField(tick: Omit<CheckboxFieldProps, 'label'>) {
  const t = useText();
  const lists = new Intl.ListFormat(intlTagOf(useLanguage()));
  const { versions, isPending } = useInForce();
  const [reading, setReading] = useState<LegalVersion>();
  const { error } = tick;
  const titles = lists.formatToParts(versions.map(({ title }) => title));
  const documents = (
    <>
      {titles.map(({ type, value }, at) =>
        type === 'literal' ? (
          value
        ) : (
          <button
            key={versions[at / 2]?.id}
            type="button"
            className={styles.read}
            onClick={() => setReading(versions[at / 2])}
          >
            {value}
          </button>
        ),
      )}
    </>
  );
  useEffect(() => {
    if (error) void queries.invalidateQueries({ queryKey: legalKey });
  }, [error]);
  return (
    <div>
      <CheckboxField
        {...tick}
        disabled={isPending}
        label={<Rich id="legal.consent" parts={[documents]} values={{ count: versions.length }} />}
        required
      />
      <Dialog
        open={reading !== undefined}
        wide
        title={reading?.title}
        closeLabel={t('common.m167_close')}
        loadingText={t('common.loading')}
        onClear={() => setReading(undefined)}
      >
        {reading && <Read id={reading.id} />}
      </Dialog>
    </div>
  );
}

function Read({ id }: { id: string }) {
  const query = useQuery(legalTextQuery(id, useLanguage()));
  return (
    <Async query={query} skeleton={<SkeletonRows count={6} />}>
      {(version) => <LegalText version={version} />}
    </Async>
  );
}
