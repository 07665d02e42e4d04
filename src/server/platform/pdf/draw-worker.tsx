import { renderToBuffer } from '@react-pdf/renderer';
import { serveThread } from '../thread-messages.ts';
import type { PdfDocument } from './document.ts';
import { registerFonts } from './fonts.ts';
import { Sheets } from './Sheets.tsx';

// Started by render-pdf.ts in a thread of its own.
serveThread((document: PdfDocument) => {
  // A font that was used remembers some glyphs as parts of others, without the character that they stand for: copying,
  // searching or reading aloud the next document would give another character in its place.
  registerFonts();
  return renderToBuffer(<Sheets document={document} />);
});
