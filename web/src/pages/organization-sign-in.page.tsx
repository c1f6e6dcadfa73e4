import { useParams } from 'react-router';
import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import { OrganizationSignIn } from '../features/single-sign-on/organization-sign-in.tsx';
import { PublicLayout } from '../ui/page/public-layout.tsx';

export function OrganizationSignInPage() {
  const { slug = '' } = useParams();
  return (
    <PublicLayout picture={<SignInPicture />}>
      <OrganizationSignIn slug={slug} />
    </PublicLayout>
  );
}
