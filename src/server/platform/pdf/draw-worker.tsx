import { renderToBuffer } from '@react-pdf/renderer';
import { answerAsked } from '../thread-port.ts';
import type { PdfDocument } from './document.ts';
import { registerFonts } from './fonts.ts';
import { Sheets } from './Sheets.tsx';

// Started by render-pdf.ts in a thread of its own.
registerFonts();
answerAsked((document: PdfDocument) => renderToBuffer(<Sheets document={document} />));
