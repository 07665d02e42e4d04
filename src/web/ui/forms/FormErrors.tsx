import { Alert } from '../feedback/Alert.tsx';

/** What is wrong with a form as a whole, read out at once; nothing while there is nothing. */
export function FormErrors({ messages, title }: { messages: readonly string[]; title?: string | undefined }) {
  if (messages.length === 0) return null;
  return (
    <Alert tone="negative" role="alert" title={title}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Alert>
  );
}
