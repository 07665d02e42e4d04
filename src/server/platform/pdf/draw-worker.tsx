import { renderToBuffer } from '@react-pdf/renderer';
import { answerAsked } from '../thread-messages.ts';
import type { PdfDocument } from './document.ts';
import { registerFonts } from './fonts.ts';
import { Sheets } from './Sheets.tsx';

// Started by render-pdf.ts in a thread of its own.
answerAsked((document: PdfDocument) => {
  // A font that was used remembers some letters as parts of others, without the sign for which they stand: whoever copies or
  // searches the next document, or has it read aloud, would find another sign in its place.
  registerFonts();
  return renderToBuffer(<Sheets document={document} />);
});
