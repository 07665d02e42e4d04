import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import { directionOf, type Language } from '#contract/languages.ts';

/** What a letter says; all of it already in the reader's language. */
export interface LetterWords {
  heading: string;
  greeting: string;
  paragraphs: string[];
  button?: { text: string; address: string } | undefined;
  /** Above the address in full, for programs that hide buttons. */
  linkHint: string;
  footer: string;
}

interface LetterProps extends LetterWords {
  language: Language;
  appName: string;
  brandColor: string;
}

const ink = '#14171c';
const soft = '#4f5762';
const font = "'IBM Plex Sans', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";

/** The one design of all mails: a sheet of paper, one message, one button. Mirrors for Arabic. */
export function Letter({
  language,
  appName,
  brandColor,
  heading,
  greeting,
  paragraphs,
  button,
  linkHint,
  footer,
}: LetterProps) {
  const direction = directionOf(language);
  const text = { color: ink, fontSize: 15, lineHeight: '24px', marginTop: 0, marginBottom: 16 };
  return (
    <Html lang={language} dir={direction}>
      <Head />
      <Preview>{heading}</Preview>
      <Body style={{ backgroundColor: '#f5f6f7', fontFamily: font, margin: 0, padding: '24px 12px', direction }}>
        <Container
          style={{
            backgroundColor: '#ffffff',
            border: '1px solid #e0e3e6',
            borderRadius: 12,
            maxWidth: 520,
            padding: '28px 28px 20px',
          }}
        >
          <Text style={{ ...text, color: brandColor, fontWeight: 600 }}>{appName}</Text>
          <Heading style={{ color: ink, fontSize: 20, lineHeight: '28px', marginTop: 0, marginBottom: 16 }}>{heading}</Heading>
          <Text style={text}>{greeting}</Text>
          {paragraphs.map((paragraph) => (
            <Text key={paragraph} style={text}>
              {paragraph}
            </Text>
          ))}
          {button && (
            <Section>
              <Button
                href={button.address}
                style={{
                  backgroundColor: brandColor,
                  borderRadius: 8,
                  color: '#ffffff',
                  fontSize: 15,
                  fontWeight: 600,
                  padding: '12px 20px',
                }}
              >
                {button.text}
              </Button>
              <Text style={{ ...text, color: soft, fontSize: 13, marginTop: 20, marginBottom: 4 }}>{linkHint}</Text>
              <Link href={button.address} dir="ltr" style={{ color: soft, fontSize: 13, wordBreak: 'break-all' }}>
                {button.address}
              </Link>
            </Section>
          )}
          <Hr style={{ borderColor: '#e0e3e6', marginTop: 24, marginBottom: 12 }} />
          <Text style={{ ...text, color: soft, fontSize: 12, lineHeight: '18px', margin: 0 }}>{footer}</Text>
        </Container>
      </Body>
    </Html>
  );
}
