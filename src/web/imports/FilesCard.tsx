import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { maxImportFiles } from '#contract/imports/names.ts';
import { fileLimits, inMegabytes } from '#contract/kernel/file-rules.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { FileField } from '#web/ui/files/FileField.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import styles from './Imports.module.css';
import { useImportFiles } from './use-import-files.ts';

interface FilesCardProps {
  run: ImportDetails;
  files: NonNullable<ImportDetails['files']>;
  canAdd: boolean;
}

/** The files of an import of documents: what is there, what was refused and why, and what no row names. */
export function FilesCard({ run, files, canAdd }: FilesCardProps) {
  const t = useText();
  const { number, label } = useFormat();
  const { add, progress, isBusy } = useImportFiles(run.id);
  const isChecked = run.state !== 'uploaded' && run.state !== 'checking';
  const noted = new Set(files.problems.map(({ name }) => name));
  const problems = [
    ...files.problems,
    ...(progress?.failed ?? []).filter(({ name }) => !noted.has(name)),
    ...(isChecked ? files.unused_names : []).map((name) => ({ name, why: t('imports.files_unused') })),
  ];
  const counts = [
    { term: t('imports.state_uploaded'), count: files.stored },
    { term: t('imports.outcome_refused'), count: files.refused },
    ...(isChecked ? [{ term: t('imports.files_unused'), count: files.unused }] : []),
  ];
  return (
    <Card flush title={t('imports.files_title')}>
      <div className={styles.terms}>
        {canAdd && (
          <FileField
            label={t('imports.files')}
            hint={
              <>
                <p>{t('imports.files_hint')}</p>
                <p>
                  {t('common.upload_limits', {
                    types: 'PDF, JPEG, PNG, WebP',
                    megabytes: inMegabytes(fileLimits.import.maxBytes),
                  })}
                </p>
              </>
            }
            chooseText={t('common.upload_choose', { max: maxImportFiles })}
            dropText={t('common.upload_drop')}
            error={progress?.stopped}
            accept={fileLimits.import.types.join(',')}
            multiple
            disabled={isBusy}
            onFiles={add}
          >
            {progress && (
              <p role="status">
                {t('imports.files_progress', { done: number(progress.done), all: number(progress.all) })}
              </p>
            )}
          </FileField>
        )}
        <p className={lines.facts}>
          {counts.map(({ term, count }) => (
            <span key={term}>
              {label(term)}
              {number(count)}
            </span>
          ))}
        </p>
      </div>
      {problems.length > 0 && <ProblemTable problems={problems} />}
    </Card>
  );
}

interface Problem {
  name: string;
  why: string;
}

function ProblemTable({ problems }: { problems: readonly Problem[] }) {
  const t = useText();
  const columns: Column<Problem>[] = [
    { key: 'name', header: t('imports.file_column'), cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'why', header: t('imports.reason'), cell: ({ why }) => why },
  ];
  return (
    <DataTable
      caption={t('imports.files_title')}
      columns={columns}
      rows={problems}
      rowKey={({ name, why }) => `${name} ${why}`}
    />
  );
}
