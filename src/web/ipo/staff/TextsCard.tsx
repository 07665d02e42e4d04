import { useState } from 'react';
import { languageNames, languages, type Language } from '#contract/kernel/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import type { StaffOfferingInfo } from './offering-queries.ts';
import { TextDialog } from './TextDialog.tsx';

/** What clients read, by language, and the prospectus with its supplements. */
export function TextsCard({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const [writing, setWriting] = useState<Language | null>(null);
  const mayWrite = info.actions.includes('write_text');
  const written = new Map(info.texts.map((text) => [text.language, text]));
  return (
    <Card title={t('offerings.texts')}>
      <div className={flowStyles.stack}>
        {mayWrite && (
          <div className={flowStyles.row}>
            {languages.map((language) => (
              <Button
                key={language}
                size="small"
                variant={written.has(language) ? 'secondary' : 'quiet'}
                onClick={() => setWriting(language)}
              >
                <bdi lang={language}>{languageNames[language]}</bdi>{' '}
                {!written.has(language) && <State>{t('offerings.not_written')}</State>}
              </Button>
            ))}
          </div>
        )}
        {!mayWrite &&
          info.texts.map(({ language, about, risks }) => (
            <Disclosure key={language} label={languageNames[language as Language]}>
              <div className={flowStyles.stack} lang={language} dir="auto">
                <p>{about}</p>
                <p className={textStyles.soft}>{risks}</p>
              </div>
            </Disclosure>
          ))}
        <h3>{t('ipo.prospectus')}</h3>
        {info.prospectus.length === 0 ? (
          <p className={textStyles.soft}>{t('offerings.no_prospectus')}</p>
        ) : (
          <ul className={flowStyles.stack}>
            {info.prospectus.map(({ version, url, note, published_at }) => (
              <li key={version}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {t('ipo.version', { version })}
                </a>
                <p className={textStyles.soft}>
                  <DateTime at={published_at} />
                  {note && <span dir="auto"> · {note}</span>}
                </p>
              </li>
            ))}
          </ul>
        )}
        {writing && <TextDialog key={writing} info={info} language={writing} onClose={() => setWriting(null)} />}
      </div>
    </Card>
  );
}
