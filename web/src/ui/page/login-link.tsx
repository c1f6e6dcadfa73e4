import { Anchor, Text, type TextProps } from '@mantine/core';
import { Link } from 'react-router';

/** Leads back to the sign-in page. */
export function LoginLink({ children = 'Back to login', ...props }: TextProps & { children?: string }) {
  return (
    <Text size="md" {...props}>
      <Anchor component={Link} to="/login">
        {children}
      </Anchor>
    </Text>
  );
}
