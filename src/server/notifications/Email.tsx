import { directionOf, type Language } from '#contract/languages.ts';
import { buttonLook, fontFamily, look } from './email-style.ts';
import type { LetterElements } from './letter-elements.ts';

/** What a letter says; all of it already in the reader's language. */
export interface LetterWords {
  heading: string;
  greeting: string;
  paragraphs: string[];
  button?: { text: string; address: string } | undefined;
  /** Above the address in full, for programs that hide buttons. */
  linkHint: string;
  footer: string;
  /** The way out of letters that nobody has to have. */
  unsubscribe?: { text: string; address: string } | undefined;
}

interface LetterProps {
  words: LetterWords;
  language: Language;
  sender: Sender;
  elements: LetterElements;
}

/** The operator as his letters show him. */
export interface Sender {
  name: string;
  /** `#rrggbb`, which carries white words. */
  fill: string;
  /** The whole address of his picture. */
  logo: string | null;
  company: readonly string[];
}

/** Of the picture, in pixels, whatever its own size. */
const logoHeight = 32;

/** The one design of all mails: a sheet of paper, one message, one button. Mirrors for Arabic. */
export function Letter({ words, language, sender, elements }: LetterProps) {
  const direction = directionOf(language);
  const { Body, Container, Head, Heading, Hr, Html, Img, Link, Preview, Text } = elements;
  return (
    <Html lang={language} dir={direction}>
      <Head />
      <Preview>{words.heading}</Preview>
      <Body style={{ ...look.page, fontFamily, direction }}>
        <Container dir={direction} style={look.sheet}>
          {sender.logo ? (
            <Img src={sender.logo} alt={sender.name} height={logoHeight} style={look.logo} />
          ) : (
            <Text style={look.sender}>{sender.name}</Text>
          )}
          <Heading style={look.heading}>{words.heading}</Heading>
          <Text style={look.text}>{words.greeting}</Text>
          {words.paragraphs.map((paragraph) => (
            <Text key={paragraph} style={look.text}>
              {paragraph}
            </Text>
          ))}
          {words.button && <Action {...words.button} hint={words.linkHint} fill={sender.fill} elements={elements} />}
          <Hr style={look.rule} />
          <Text style={look.footer}>{words.footer}</Text>
          {sender.company.map((line) => (
            <Text key={line} style={look.footer}>
              {line}
            </Text>
          ))}
          {words.unsubscribe && (
            <Text style={look.footer}>
              <Link href={words.unsubscribe.address} style={look.footer}>
                {words.unsubscribe.text}
              </Link>
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  );
}

interface ActionProps {
  text: string;
  address: string;
  hint: string;
  fill: string;
  elements: LetterElements;
}

function Action({ text, address, hint, fill, elements: { Button, Link, Section, Text } }: ActionProps) {
  return (
    <Section>
      <Button href={address} style={buttonLook(fill)}>
        {text}
      </Button>
      <Text style={look.hint}>{hint}</Text>
      <Link href={address} dir="ltr" style={look.address}>
        {address}
      </Link>
    </Section>
  );
}
