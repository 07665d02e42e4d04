import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';

/** How far an import has come: uploaded, checked, approved by a second person, done; in the past tense only what is. None of a cancelled one. */
export function ImportTrack({ run: { state, waiting, created_at: at } }: { run: ImportDetails }) {
  const t = useText();
  if (state === 'ended') return null;
  const done = state === 'done' ? 4 : state === 'importing' ? 3 : state === 'checked' ? 2 : 1;
  const stateOf = (step: number) => (step < done ? 'done' : step === done ? 'next' : 'ahead');
  return (
    <Card>
      <Steps track>
        <Step state={stateOf(0)} more={<DateTime at={at} />}>
          {t('imports.state_uploaded')}
        </Step>
        <Step state={stateOf(1)}>
          {t(
            done > 1 ? 'imports.state_checked' : state === 'checking' ? 'imports.state_checking' : 'imports.step_check',
          )}
        </Step>
        <Step state={stateOf(2)}>
          {t(done > 2 ? 'approvals.state_approved' : waiting ? 'approvals.waits' : 'imports.approval')}
        </Step>
        <Step state={stateOf(3)}>{t(state === 'importing' ? 'imports.state_importing' : 'imports.state_done')}</Step>
      </Steps>
    </Card>
  );
}
