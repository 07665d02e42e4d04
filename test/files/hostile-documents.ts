import { deflateSync } from 'node:zlib';
import { pdf } from './upload.ts';

/**
 * A file that means harm. `code` is the refusal that it gets; without one it is kept harmless, as `type`, and what is
 * kept holds none of `without`.
 */
export interface Hostile {
  what: string;
  content: () => Buffer | Promise<Buffer>;
  name?: string;
  code?: string;
  type?: string;
  without?: readonly string[];
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const mebibyte = 1024 * 1024;

/** Objects that are seen only after inflating. */
const packed = (objects: string, more = '') => {
  const data = deflateSync(latin(objects)).toString('latin1');
  return `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${more} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`;
};

/** Documents that mean harm. */
export const documents: Hostile[] = [
  { what: 'a PDF of its first bytes alone', content: () => latin('%PDF-1.7\n'), code: 'files.unreadable' },
  { what: 'a PDF of no version', content: () => pdf({ version: 'x' }), code: 'files.unreadable' },
  { what: 'a PDF cut off', content: () => pdf().subarray(0, -20), code: 'files.unreadable' },
  {
    what: 'a PDF with a program behind it',
    content: () => Buffer.concat([pdf(), latin('MZ\x90\0')]),
    code: 'files.unreadable',
  },
  {
    what: 'a PDF with a ZIP archive in a comment',
    content: () => pdf({ objects: '% PK\x05\x06 %\n' }),
    type: 'application/pdf',
    without: ['PK\x05\x06'],
  },
  {
    what: 'a PDF that is a ZIP archive once what nothing leads to is gone',
    content: () =>
      pdf({
        catalog: '/Metadatum 9 0 R',
        objects: `9 0 obj\n<< /Length 4 >>\nstream\nPK\x05\x06\nendstream\nendobj\n8 0 obj (${'x'.repeat(70_000)})\nendobj\n`,
      }),
    code: 'files.unreadable',
  },
  {
    what: 'a PDF whose picture lies in another file',
    content: () => pdf({ objects: '9 0 obj\n<< /Ref << /F (a.pdf) >> /Length 0 >>\nstream\n\nendstream\nendobj\n' }),
    code: 'files.pdf_active',
  },
  ...['javascript:app.alert(1)', 'file:///etc/passwd', String.raw`\\\\host.example\\a`].map((address) => ({
    what: `a PDF with a link to ${address}`,
    content: () => pdf({ objects: `9 0 obj << /S /URI /URI (${address}) >>\nendobj\n` }),
    code: 'files.pdf_active' as const,
  })),
  { what: 'an encrypted PDF', content: () => pdf({ trailer: '/Encrypt 8 0 R' }), code: 'files.pdf_encrypted' },
  {
    what: 'a PDF with a script',
    content: () => pdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF whose script is spelled otherwise',
    content: () => pdf({ catalog: '/OpenAction << /S /J#61va#53cript /JS (x) >>' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF with a script in a compressed object',
    content: () => pdf({ objects: packed('4 0 << /S /JavaScript /JS (x) >>') }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF with a compressed object spelled otherwise',
    content: () => pdf({ objects: packed('4 0 << /S /Launch >>').replace('/ObjStm', '/Obj#53tm') }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF that starts a program',
    content: () => pdf({ catalog: '/AA << /O << /S /Launch /F (cmd.exe) >> >>' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF with a file in it',
    content: () => pdf({ objects: '9 0 obj << /Type /EmbeddedFile >>\nendobj\n' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF with a list of files in it',
    content: () => pdf({ catalog: '/Names << /EmbeddedFiles 9 0 R >>' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF with a film',
    content: () => pdf({ objects: '9 0 obj << /Subtype /RichMedia >>\nendobj\n' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF with a form of XML',
    content: () => pdf({ catalog: '/AcroForm << /XFA [9 0 R] >>' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF that sends a form',
    content: () => pdf({ objects: '9 0 obj << /S /SubmitForm /F (http://127.0.0.1) >>\nendobj\n' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF with a script behind a blank that readers skip',
    content: () => pdf({ objects: packed('4 0 << /S /JavaScript /JS (x) >>').replace('\nstream\n', '\nstream \n') }),
    code: 'files.unreadable',
  },
  {
    what: 'a PDF with a script behind another end of a line',
    content: () => pdf({ objects: packed('4 0 << /S /JavaScript /JS (x) >>').replace('\nstream\n', '\nstream\r') }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF with a script behind words that look like an object',
    content: () => pdf({ objects: packed('4 0 << /S /JavaScript /JS (x) >>', '/X (1 0 obj)') }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF with a file in it that is not called one',
    content: () => pdf({ objects: '9 0 obj << /F (run.exe) /EF << /F 4 0 R >> >>\nendobj\n' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF that opens a share of somebody else, who is told a password',
    content: () => pdf({ catalog: String.raw`/OpenAction << /S /GoToR /F (\\\\host.example\\a.pdf) /D [0 /Fit] >>` }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF that calls out when it is opened',
    content: () => pdf({ catalog: '/OpenAction << /S /URI /URI (http://host.example) >>' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF that calls out once it has been opened at a page',
    content: () =>
      pdf({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (http://host.example) >> >>' }),
    code: 'files.pdf_active',
  },
  {
    what: 'a PDF whose content lies elsewhere',
    content: () =>
      pdf({
        objects: '9 0 obj << /F << /FS /URL /F (http://host.example) >> /Length 0 >>\nstream\n\nendstream\nendobj\n',
      }),
    code: 'files.pdf_active',
  },
  ...['Movie', 'Sound', '3D'].map((kind) => ({
    what: `a PDF with an annotation of the kind ${kind}`,
    content: () => pdf({ objects: `9 0 obj << /Type /Annot /Subtype /${kind} /Rect [0 0 9 9] >>\nendobj\n` }),
    code: 'files.pdf_active' as const,
  })),
  {
    what: 'a PDF whose list of places is packed twice',
    content: () =>
      pdf({
        objects: packed('x').replace('/ObjStm', '/XRef').replace('/FlateDecode', '[/FlateDecode /FlateDecode]'),
      }),
    code: 'files.unreadable',
  },
  {
    what: 'a PDF that hides what an earlier version said',
    content: () => pdf({ objects: '9 0 obj (what was struck out)\nendobj\n', trailer: '/Info << /Author (Ida) >>' }),
    type: 'application/pdf',
    without: ['struck out', 'Ida'],
  },
  {
    what: 'a PDF with objects that only a reader of another mind would find',
    content: () =>
      pdf({ objects: '9 0 obj << /Length 40 >>\nstream\n5 0 obj << /S /JavaScr /X >> endobj\nendstream\nendobj\n' }),
    type: 'application/pdf',
    without: ['JavaScr'],
  },
  { what: 'a PDF bomb', content: () => pdf({ objects: packed(' '.repeat(64 * mebibyte)) }), code: 'files.unreadable' },
  {
    what: 'a PDF whose compressed object is damaged',
    content: () => pdf({ objects: packed('x').replace('\nstream\n', '\nstream\n!!') }),
    code: 'files.unreadable',
  },
  {
    what: 'a PDF whose compressed object is filtered twice',
    content: () => pdf({ objects: packed('x', '/DecodeParms << /Predictor 12 >>') }),
    code: 'files.unreadable',
  },
  {
    what: 'a PDF of streams without end',
    content: () => pdf({ objects: 'stream\n'.repeat(30_000) }),
    type: 'application/pdf',
    without: ['stream\nstream'],
  },
];
