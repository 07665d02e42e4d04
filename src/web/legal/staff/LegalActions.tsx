import { useRouter } from '@tanstack/react-router';
import { Eye, Languages, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { languageNames, type Language } from '#contract/languages.ts';
import type { DeskLegal } from '#contract/legal-staff.ts';
import { PreviewDialog } from '#web/articles/staff/PreviewDialog.tsx';
import type { Draft, WrittenText } from '#web/articles/staff/use-draft.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { useAct } from '#web/platform/forms/use-async-action.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from '../Legal.module.css';
import { forgetLists, tookVersion } from './legal-queries.ts';
import { PublishLegalDialog } from './PublishLegalDialog.tsx';

interface LegalActsProps {
  version: DeskLegal;
  language: Language;
  draft: Draft<WrittenText>;
  onReplaced: () => void;
}

type Asking = 'preview' | 'publish' | 'remove' | 'discard' | null;

/** What can be done with a draft as a whole. */
export function LegalActs({ version, language, draft, onReplaced }: LegalActsProps) {
  const t = useText();
  const [asking, setAsking] = useState<Asking>(null);
  const { act } = useAct();
  const close = () => setAsking(null);
  const isWritten = version.drafts.some((each) => each.language === language);
  return (
    <div className={styles.acts}>
      <Button icon={<Eye {...icon} />} onClick={() => setAsking('preview')}>
        {t('articles.preview')}
      </Button>
      {isWritten && (
        <Button icon={<Languages {...icon} />} onClick={() => setAsking('remove')}>
          {t('legal.remove_language')}
        </Button>
      )}
      <Button icon={<Trash2 {...icon} />} onClick={() => setAsking('discard')}>
        {t('legal.discard')}
      </Button>
      {/* What is published is what is kept: nothing is asked before that has succeeded. */}
      <Button
        variant="primary"
        icon={<Send {...icon} />}
        onClick={() => act(() => draft.keep().then(() => setAsking('publish')))}
      >
        {t('articles.publish')}
      </Button>
      <PreviewDialog open={asking === 'preview'} language={language} writing={draft.writing} onClose={close} />
      {asking === 'publish' && <PublishLegalDialog id={version.id} onClose={close} />}
      {asking === 'remove' && (
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
      {asking === 'discard' && <DiscardDialog id={version.id} onClose={close} />}
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
  const { isBusy, act } = useAct();
  const remove = async () => {
    await draft.keep();
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
      onConfirm={() => act(remove)}
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
  const { isBusy, act } = useAct();
  const discard = async () => {
    await call('POST /api/staff/legal/discard', { body: { id } });
    forgetLists();
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
      onConfirm={() => act(discard)}
      onClear={onClose}
    >
      <p>{t('legal.discard_text')}</p>
    </Dialog>
  );
}
