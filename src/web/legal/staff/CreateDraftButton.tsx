import { useRouter } from '@tanstack/react-router';
import type { LegalKind } from '#contract/legal/names.ts';
import type { ListedLegal } from '#contract/legal/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { tookVersion } from './legal-queries.ts';

interface CreateDraftButtonProps {
  kind: LegalKind;
  latest: ListedLegal | undefined;
}

/** Opens the draft of a document, and creates it where there is none. */
export function CreateDraftButton({ kind, latest }: CreateDraftButtonProps) {
  const t = useText();
  const router = useRouter();
  const language = useLanguage();
  const { isBusy, run } = useAsyncAction();
  const start = async () => {
    const draft = await call('POST /api/staff/legal/create-draft', { body: { kind } });
    tookVersion(draft);
    await router.navigate({ href: pathIn(language, `/admin/legal/${draft.id}`) });
  };
  return (
    <Button size="small" busy={isBusy} onClick={() => run(start)}>
      {latest?.state === 'draft' ? t('legal.go_on') : t(latest ? 'legal.create_draft' : 'legal.create_first')}
    </Button>
  );
}
