import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Upload } from '#web/platform/files/use-uploads.ts';
import { DrawnPicture } from '#web/ui/files/DrawnPicture.tsx';
import styles from './Verification.module.css';

/** What staff will see, before it is sent. */
export function Previews({ list, twoSided }: { list: readonly Upload[]; twoSided: boolean }) {
  const t = useText();
  const pictures = list.filter(({ file, state, type }) => file && state !== 'failed' && type.startsWith('image/'));
  if (pictures.length === 0) return null;
  const nameOf = (index: number) =>
    twoSided
      ? t(index === 0 ? 'verification.front' : 'verification.back')
      : t('verification.page', { number: index + 1 });
  return (
    <div className={styles.previews}>
      {pictures.map(({ key, file }) => {
        const name = nameOf(list.findIndex((each) => each.key === key));
        return (
          <figure key={key}>
            {file && (
              <DrawnPicture content={file} label={name} side={900} className={styles.preview}>
                <p>{t('common.file_broken')}</p>
              </DrawnPicture>
            )}
            <figcaption>{name}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
