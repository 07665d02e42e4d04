import { directionOf, type Language } from '#contract/kernel/languages.ts';
import { buttonStyle, fontFamily, emailStyle } from './style.ts';
import type { EmailElements } from './elements.ts';

/** The texts of an email, in the reader's language. */
export interface EmailTexts {
  heading: string;
  greeting: string;
  paragraphs: string[];
  button?: { text: string; address: string } | undefined;
  /** Above the address in full, for programs that hide buttons. */
  linkHint: string;
  footer: string;
  /** The link to unsubscribe, for emails that the reader can turn off. */
  unsubscribe?: { text: string; address: string } | undefined;
}

interface EmailProps {
  words: EmailTexts;
  language: Language;
  sender: Sender;
  elements: EmailElements;
}

/** The operator as its emails show it. */
export interface Sender {
  name: string;
  /** `#rrggbb`, as the ground of white text. */
  fill: string;
  /** The full URL of the logo. */
  logo: string | null;
  company: readonly string[];
  /** Small print after those lines, perhaps in another language than the email. */
  legal: string | null;
}

/** Of the picture, in pixels, whatever its own size. */
const logoHeight = 32;

/** The one design of all emails: a sheet of paper, one message, one button. Mirrors for Arabic. */
export function Email({ words, language, sender, elements }: EmailProps) {
  const direction = directionOf(language);
  const { Body, Container, Head, Heading, Hr, Html, Img, Link, Preview, Text } = elements;
  return (
    <Html lang={language} dir={direction}>
      <Head />
      <Preview>{words.paragraphs[0] ?? words.heading}</Preview>
      <Body style={{ ...emailStyle.page, fontFamily, direction }}>
        <Container dir={direction} style={emailStyle.sheet}>
          {sender.logo ? (
            <Img src={sender.logo} alt={sender.name} height={logoHeight} style={emailStyle.logo} />
          ) : (
            <Text style={emailStyle.sender}>{sender.name}</Text>
          )}
          <Heading style={emailStyle.heading}>{words.heading}</Heading>
          <Text style={emailStyle.text}>{words.greeting}</Text>
          {words.paragraphs.map((paragraph) => (
            <Text key={paragraph} style={emailStyle.text}>
              {paragraph}
            </Text>
          ))}
          {words.button && <Action {...words.button} hint={words.linkHint} fill={sender.fill} elements={elements} />}
          <Hr style={emailStyle.rule} />
          <Text style={emailStyle.footer}>{words.footer}</Text>
          {sender.company.map((line) => (
            <Text key={line} style={emailStyle.footer}>
              {line}
            </Text>
          ))}
          {sender.legal && <Legal text={sender.legal} elements={elements} />}
          {words.unsubscribe && (
            <Text style={emailStyle.footer}>
              <Link href={words.unsubscribe.address} style={emailStyle.footer}>
                {words.unsubscribe.text}
              </Link>
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  );
}

/** Mail programs show no line break of a text, so each line is one. */
function Legal({ text, elements: { Section, Text } }: { text: string; elements: EmailElements }) {
  return (
    <Section style={emailStyle.legal}>
      {[...text.split('\n').entries()].map(([nth, line]) => (
        <Text key={nth} dir="auto" style={emailStyle.footer}>
          {line || '\u00a0'}
        </Text>
      ))}
    </Section>
  );
}

interface ActionProps {
  text: string;
  address: string;
  hint: string;
  fill: string;
  elements: EmailElements;
}

function Action({ text, address, hint, fill, elements: { Button, Link, Section, Text } }: ActionProps) {
  return (
    <Section>
      <Button href={address} style={buttonStyle(fill)}>
        {text}
      </Button>
      <Text style={emailStyle.hint}>{hint}</Text>
      <Link href={address} dir="ltr" style={emailStyle.address}>
        {address}
      </Link>
    </Section>
  );
}
