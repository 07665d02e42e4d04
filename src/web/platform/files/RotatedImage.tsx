import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './FileList.module.css';

interface TurnedPictureProps {
  content: Blob | ImageBitmap;
  label: string;
  /** Quarter turns clockwise. */
  quarters: number;
  /** Times the width of its frame. */
  zoom: number;
  /** Stands there when the content is no picture that this browser can draw. */
  children: ReactNode;
}

/** A picture drawn turned, so that its frame scrolls over all of it however it is enlarged. */
export function RotatedImage({ content, label, quarters, zoom, children }: TurnedPictureProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const [broken, setBroken] = useState<typeof content>();
  useEffect(() => {
    let gone = false;
    draw(content, () => (gone ? null : ref.current), quarters).catch(() => {
      if (!gone) setBroken(content);
    });
    return () => {
      gone = true;
    };
  }, [content, quarters]);
  if (broken === content) return children;
  return (
    <canvas
      ref={ref}
      className={styles.picture}
      style={{ inlineSize: `${zoom * 100}%` }}
      role="img"
      aria-label={label}
    />
  );
}

async function draw(
  content: Blob | ImageBitmap,
  canvasNow: () => HTMLCanvasElement | null,
  quarters: number,
): Promise<void> {
  const bitmap = await createImageBitmap(content);
  const canvas = canvasNow();
  if (!canvas) return bitmap.close();
  const isLying = quarters % 2 === 1;
  canvas.width = isLying ? bitmap.height : bitmap.width;
  canvas.height = isLying ? bitmap.width : bitmap.height;
  const pen = canvas.getContext('2d');
  pen?.translate(canvas.width / 2, canvas.height / 2);
  pen?.rotate((quarters * Math.PI) / 2);
  pen?.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  bitmap.close();
}
