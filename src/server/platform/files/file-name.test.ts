import { expect, test } from 'vitest';
import type { FileType } from '#contract/kernel/file-rules.ts';
import { cleanFileName } from './file-name.ts';

const names: [given: string, type: FileType, expected: string][] = [
  ['receipt.pdf', 'application/pdf', 'receipt.pdf'],
  ['Überweisung März.PDF', 'application/pdf', 'Überweisung März.pdf'],
  ['إيصال.jpeg', 'image/jpeg', 'إيصال.jpeg'],
  ['photo.png', 'image/jpeg', 'photo.jpg'],
  ['invoice.pdf.exe', 'application/pdf', 'invoice.pdf'],
  ['proof.php.jpg', 'image/png', 'proof.php.png'],
  ['../../etc/passwd', 'image/png', 'passwd.png'],
  [String.raw`C:\Windows\system32\cmd.exe`, 'image/png', 'cmd.png'],
  ['a\0b\r\nc\t.png', 'image/png', 'abc.png'],
  ['gpj.\u202Efdp.exe', 'image/png', 'gpj.fdp.png'],
  ['zero\u200B\u2066width\uFEFF.png', 'image/png', 'zerowidth.png'],
  ['<script>alert("x")</script>.png', 'image/png', 'script_.png'],
  ['50% off; rm $HOME `id`|.png', 'image/png', '50_ off_ rm _HOME _id__.png'],
  ['...hidden.png', 'image/png', 'hidden.png'],
  ['.png', 'image/png', 'file.png'],
  ['', 'application/pdf', 'file.pdf'],
  ['   ', 'image/webp', 'file.webp'],
  ['/', 'image/webp', 'file.webp'],
  ['con.pdf', 'application/pdf', '_con.pdf'],
  ['LPT1', 'image/png', '_LPT1.png'],
  [`${'n'.repeat(300)}.png`, 'image/png', `${'n'.repeat(100)}.png`],
  [`${'👍🏽'.repeat(60)}.png`, 'image/png', `${'👍🏽'.repeat(25)}.png`],
];

test.each(names)('%j of %s is stored as %j', (given, type, stored) => {
  expect(cleanFileName(given, type)).toBe(stored);
});

test('whatever the name, it fits the column', () => {
  for (const sign of ['a', '💥', 'e\u0301', '\u0301', '.', '/', 'ﷺ']) {
    const name = cleanFileName(sign.repeat(1000), 'image/webp');
    expect(name.length).toBeGreaterThan(4);
    expect(name.length).toBeLessThanOrEqual(140);
  }
});
