import { useQuery } from '@tanstack/react-query';
import { responseTo } from '#web/platform/api/send.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DrawnPicture } from '#web/ui/files/DrawnPicture.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import styles from './ArticlePicture.module.css';

interface ArticlePictureProps {
  file: string;
  /** What it shows, for those who cannot see it. */
  alt: string;
  caption?: string | undefined;
}

/** A picture of an article. Where it cannot be drawn, its description is shown. */
export function ArticlePicture({ file, alt, caption }: ArticlePictureProps) {
  const t = useText();
  const { data, isError } = useQuery({
    queryKey: ['article-picture', file],
    queryFn: async () => (await responseTo('GET /api/files/:id', { params: { id: file } }, { loader: false })).blob(),
    // A file never changes.
    staleTime: Infinity,
  });
  const inWords = <p className={styles.words}>{t('articles.picture_of', { alt })}</p>;
  return (
    <figure className={styles.figure}>
      {data && (
        <DrawnPicture content={data} label={alt} side={1600} className={styles.picture}>
          {inWords}
        </DrawnPicture>
      )}
      {!data && (isError ? inWords : <Skeleton height="12rem" />)}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
