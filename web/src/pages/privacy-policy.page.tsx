import { Button, Title } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { termsTexts } from '../features/organizations/organizations.texts.ts';
import { TermsContents } from '../features/organizations/terms/terms-contents.tsx';
import { TermsText } from '../features/organizations/terms/terms-text.tsx';
import { PublicLayout } from '../ui/page/public-layout.tsx';
import classes from './privacy-policy.module.css';

/** The terms to read. Accept leads back to the previous page; only the acceptance at registration counts. */
export function PrivacyPolicyPage() {
  const navigate = useNavigate();
  const cameFromHere = useLocation().key !== 'default';
  return (
    <PublicLayout shape="sheet">
      <Title order={1} className={`text-2xl ${classes.title}`}>
        {termsTexts.title}
      </Title>
      <TermsContents />
      <TermsText />
      <div className={`border-top flex justify-end sheet sticky ${classes.footer}`}>
        <Button size="md" miw={120} onClick={() => void (cameFromHere ? navigate(-1) : navigate('/login'))}>
          Accept
        </Button>
      </div>
    </PublicLayout>
  );
}
