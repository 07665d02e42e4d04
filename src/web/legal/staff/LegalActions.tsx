import { useRouter } from '@tanstack/react-router';
import { Eye, Send } from 'lucide-react';
import { useState } from 'react';
import { languageNames, type Language } from '#contract/kernel/languages.ts';
import type { StaffLegal } from '#contract/legal/staff-endpoints.ts';
import { PreviewDialog } from '#web/articles/staff/PreviewDialog.tsx';
import { SaveStateMark } from '#web/articles/staff/SaveStateMark.tsx';
import type { Draft, WrittenText } from '#web/articles/staff/use-draft.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { icon } from '#web/ui/icon.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { invalidateLists, tookVersion } from './legal-queries.ts';
import { PublishLegalDialog } from './PublishLegalDialog.tsx';

interface LegalActionsProps {
  version: StaffLegal;
  language: Language;
  draft: Draft<WrittenText>;
  onReplaced: () => void;
}

type Input = 'preview' | 'publish' | 'remove' | 'discard' | null;

/** What can be done with a draft as a whole. */
export function LegalActions({ version, language, draft, onReplaced }: LegalActionsProps) {
  const t = useText();
  const [confirming, setConfirming] = useState<Input>(null);
  const { run } = useAsyncAction();
  const close = () => setConfirming(null);
  const isReady = draft.writing.title !== '' && draft.writing.summary !== '';
  const isWritten = version.drafts.some((each) => each.language === language);
  return (
    <div className={flowStyles.foot}>
      <SaveStateMark saveState={draft.saveState}>{!isReady && <p>{t('legal.publish_needs')}</p>}</SaveStateMark>
      <Menu
        label={t('common.more_acts')}
        acts={[
          ...(isWritten ? [{ label: t('legal.remove_language'), onChoose: () => setConfirming('remove') }] : []),
          { label: t('legal.discard'), danger: true, onChoose: () => setConfirming('discard') },
        ]}
      />
      <Button icon={<Eye {...icon} />} onClick={() => setConfirming('preview')}>
        {t('articles.preview')}
      </Button>
      {/* What is published is what is kept: nothing is asked before that has succeeded. */}
      <Button
        variant="primary"
        disabled={!isReady}
        icon={<Send {...icon} />}
        onClick={() => run(() => draft.store().then(() => setConfirming('publish')))}
      >
        {t('articles.publish')}
      </Button>
      <PreviewDialog open={confirming === 'preview'} language={language} writing={draft.writing} onClose={close} />
      {confirming === 'publish' && <PublishLegalDialog id={version.id} onClose={close} />}
      {confirming === 'remove' && (
        <RemoveDialog
          id={version.id}
          language={language}
          draft={draft}
          onClose={close}
          onRemoved={() => {
            close();
            onReplaced();
          }}
        />
      )}
      {confirming === 'discard' && <DiscardDialog id={version.id} onClose={close} />}
    </div>
  );
}

interface RemoveDialogProps {
  id: string;
  language: Language;
  draft: Draft<WrittenText>;
  onClose: () => void;
  onRemoved: () => void;
}

/** Takes a language out of the draft. */
function RemoveDialog({ id, language, draft, onClose, onRemoved }: RemoveDialogProps) {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const remove = async () => {
    await draft.store();
    tookVersion(await call('POST /api/staff/legal/remove-text', { body: { id, language } }));
    onRemoved();
  };
  return (
    <Dialog
      open
      title={t('legal.remove_language')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('legal.remove_language')}
      busy={isBusy}
      onConfirm={() => run(remove)}
      onClear={onClose}
    >
      <p>{t('legal.remove_text', { language: languageNames[language] })}</p>
    </Dialog>
  );
}

function DiscardDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const router = useRouter();
  const language = useLanguage();
  const { isBusy, run } = useAsyncAction();
  const discard = async () => {
    await call('POST /api/staff/legal/discard', { body: { id } });
    invalidateLists();
    await router.navigate({ href: pathIn(language, '/admin/legal') });
  };
  return (
    <Dialog
      open
      title={t('legal.discard')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('legal.discard')}
      busy={isBusy}
      onConfirm={() => run(discard)}
      onClear={onClose}
    >
      <p>{t('legal.discard_text')}</p>
    </Dialog>
  );
}
