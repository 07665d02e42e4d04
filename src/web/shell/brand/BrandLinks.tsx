import { ExternalLink } from 'lucide-react';
import { textFor } from '#contract/kernel/text/text-for.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { icon } from '#web/ui/icon.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** The operator's other websites, which learn nothing of where a visitor comes from. */
export function BrandLinks({ className }: { className?: string | undefined }) {
  const t = useText();
  const language = useLanguage();
  return windowConfig.links.map(({ id, label, address }) => {
    const words = textFor(label, language, windowConfig.defaultLanguage);
    return (
      words && (
        <a key={id} className={className} href={address} rel="noopener noreferrer" target="_blank">
          <ExternalLink {...icon} />
          <span lang={words.language} dir="auto">
            {words.text}
          </span>
          <VisuallyHidden>{t('common.new_tab')}</VisuallyHidden>
        </a>
      )
    );
  });
}
