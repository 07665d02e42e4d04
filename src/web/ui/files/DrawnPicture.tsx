import { useEffect, useRef, useState, type ReactNode } from 'react';

export interface DrawnPictureProps {
  content: Blob;
  /** What a screen reader says; without it the picture is an ornament. */
  label?: string;
  /** Longer side of the drawing, in pixels; the original size by default. */
  side?: number;
  className?: string | undefined;
  /** Stands there when the content is no picture that this browser can draw. */
  children: ReactNode;
}

/** Draws bytes that are at hand. On a canvas, so that no page of ours needs leave to load pictures from elsewhere. */
export function DrawnPicture({ content, label, side, className, children }: DrawnPictureProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const [broken, setBroken] = useState<Blob>();
  useEffect(() => {
    let gone = false;
    draw(content, () => (gone ? null : ref.current), side).catch(() => setBroken(content));
    return () => {
      gone = true;
    };
  }, [content, side]);
  if (broken === content) return children;
  return (
    <canvas
      ref={ref}
      className={className}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}

async function draw(content: Blob, canvasNow: () => HTMLCanvasElement | null, side = Infinity): Promise<void> {
  const bitmap = await createImageBitmap(content);
  const canvas = canvasNow();
  if (!canvas) return bitmap.close();
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}
