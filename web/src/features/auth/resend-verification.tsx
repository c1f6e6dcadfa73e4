import { Button, Text } from '@mantine/core';
import { useResendVerification } from './verify.api.ts';
import { verifyTexts } from './verify.texts.ts';

/** Requests a new verification link for an address that is already known. */
export function ResendVerification({ email }: { email: string }) {
  const resend = useResendVerification();
  return (
    <div>
      {!resend.isSuccess && (
        <Button variant="default" mt={10} loading={resend.isPending} onClick={() => resend.mutate(email)}>
          {verifyTexts.sendAgain}
        </Button>
      )}
      <div aria-live="polite">
        {resend.isSuccess && (
          <Text size="md" mt={6}>
            {verifyTexts.sent}
          </Text>
        )}
        {resend.error && (
          <Text size="md" mt={6} c="var(--kb-alert)">
            {resend.error.message}
          </Text>
        )}
      </div>
    </div>
  );
}
