import { useRouter } from '@tanstack/react-router';
import { languageNames } from '#contract/kernel/languages.ts';
import { changeLanguage } from '#web/platform/i18n/change-language.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { declineLanguage, languageOffer } from '#web/platform/i18n/language-offer.ts';
import { useStore } from '#web/platform/store.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';

/** Offers the language of the profile on a device that speaks another one. */
export function LanguageOffer() {
  const t = useText();
  const router = useRouter();
  const { isBusy, run } = useAsyncAction();
  const offered = useStore(languageOffer);
  if (!offered) return null;
  const language = languageNames[offered];
  return (
    <Alert
      tone="accent"
      action={
        <Button size="small" busy={isBusy} onClick={() => run(() => changeLanguage(router, offered))}>
          {t('shell.language_switch', { language })}
        </Button>
      }
      dismiss={{ label: t('common.dismiss'), onDismiss: () => declineLanguage(offered) }}
    >
      <p>{t('shell.language_offer', { language })}</p>
    </Alert>
  );
}
