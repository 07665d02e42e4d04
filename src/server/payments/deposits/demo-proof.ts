import type { App } from '#server/platform/app.ts';
import { uploadFile } from '#server/platform/files/upload-file.ts';

/** Uploads a document like a bank's transfer receipt: one page of a few lines. Returns the file's id. */
export async function uploadDemoProof(app: App, ownerId: string, lines: readonly string[]): Promise<string> {
  const input = { ownerId, purpose: 'payment_proof', name: 'transfer-receipt.pdf' } as const;
  const { id } = await uploadFile(app, input, once(onePage(lines)));
  return id;
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** A page in the typeface that every viewer has; Latin letters only. */
function onePage(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`).join('\n');
  const text = `BT /F1 12 Tf 18 TL 60 540 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 600] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const positions = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${positions.join('')}`;
  const end = `${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, 'latin1');
}
